import { createLog } from "@domains/kit/log.ts";
import { examine, type Finding } from "../world/doctor/index.ts";
import { readCommandLine } from "./command-line.ts";
import { fail } from "./run.ts";

const usage = `Usage: npm run doctor

Checks the settings that npm start would use, and everything they point to. It changes nothing.
Each line begins with ok, note (it works but could be better) or fix (it does not work), and says what to do.
Exit status: 0 nothing to fix, 1 at least one line begins with fix, 2 wrong usage.

Examples:
  npm run doctor
  BOT_TOKEN=123456:abc PUBLIC_URL=https://bot.example npm run doctor`;

function print({ part, state, says }: Finding): void {
	console.log(`${state.padEnd(5)} ${part.padEnd(22)} ${says}`);
}

readCommandLine(usage, {});

try {
	const findings = await examine(createLog("silent"));
	for (const finding of findings) print(finding);
	const failed = findings.filter(({ state }) => state === "fix").length;
	console.log(failed === 0 ? "\nAll checks passed." : `\n${failed} to fix.`);
	process.exit(failed === 0 ? 0 : 1);
} catch (error) {
	fail(error);
}
