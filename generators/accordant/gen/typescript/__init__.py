"""TypeScript: types, guards with the same rules as Python, and Standard Schema objects; ES2022, no dependency."""
