// A small program that speaks agentpack/v1. With --fault NAME it makes one mistake; without, none.
import { writeFileSync } from "node:fs";

const words = process.argv.slice(2);
const fault = words.includes("--fault") ? words[words.indexOf("--fault") + 1] : "";
const command = words.includes("deploy") ? "deploy" : "status";
const confirmed = words.includes("--yes");
const wantsToWrite = command === "deploy" && words.includes("--apply");

function envelope(ok, data, errors) {
  return { schema_version: 1, ok, command, version: "0.7.0", data, warnings: [], errors };
}

function refuse(code, message, details) {
  return envelope(false, {}, [{ code, message, ...(details === undefined ? {} : { details }) }]);
}

function deploy() {
  if (wantsToWrite && (confirmed || fault === "writes-unasked")) {
    writeFileSync("deployed.txt", "deployed\n");
  }
  if (wantsToWrite && !confirmed && fault !== "asks-nothing") {
    const code = fault === "wrong-code" ? "E_UNEXPECTED" : "E_CONFIRM_REQUIRED";
    return refuse(code, "deploy --apply needs --yes", { command: "deploy --apply" });
  }
  const summary = { create: 0, update: 0, delete: 0 };
  const data = { applied: wantsToWrite, profile: "work", targets: [], changes: [], summary };
  if (wantsToWrite) data.snapshot_id = "1768729301123456789";
  else data.reason = "no_changes";
  return envelope(true, data, []);
}

function status() {
  const data = {
    profile: "default",
    targets: [],
    drift: [],
    summary: { modified: 0, missing: 0, extra: 0 },
    summary_by_root: [],
  };
  const chosen = words.includes("--only");
  if (chosen ? fault !== "total-missing" : fault === "total-unasked") data.summary_total = data.summary;
  return envelope(true, data, []);
}

const answer = command === "deploy" ? deploy() : status();
process.stderr.write("packer: done\n");
process.stdout.write(words.includes("--json") ? `${JSON.stringify(answer, null, 2)}\n` : "all is well\n");
process.exitCode = fault === "always-zero" ? 0 : answer.ok ? 0 : 1;
