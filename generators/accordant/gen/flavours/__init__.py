"""Further Python flavours, which datamodel-code-generator prints from the types of our model: no rules, other names."""
