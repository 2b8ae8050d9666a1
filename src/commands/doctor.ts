import { createLog } from "../log.ts";
import { examine, type Finding } from "../world/doctor/index.ts";
import { fail } from "./run.ts";

function print({ part, state, says }: Finding): void {
	console.log(`${state.padEnd(5)} ${part.padEnd(22)} ${says}`);
}

try {
	const findings = await examine(process.env, createLog("silent"));
	for (const finding of findings) print(finding);
	const bad = findings.filter(({ state }) => state === "mend").length;
	console.log(bad === 0 ? "\nNothing has to be mended." : `\n${bad} to mend.`);
	process.exit(bad === 0 ? 0 : 1);
} catch (error) {
	fail(error);
}
