import { type Finding, failure, ok, warning } from "./finding.ts";

/**
 * The smallest clock differences, in milliseconds, that `npm run doctor` reports as a warning (`note`) or as a failure
 * (`fix`). Signatures and quotes are valid for five minutes, so a difference of half a minute is large.
 */
const limits = { note: 3_000, fix: 30_000 };

/**
 * Returns the finding about the clock of another machine. `ms` is how far that clock is ahead of this machine's clock;
 * negative if it is behind.
 */
export function skewFinding(part: string, ms: number): Finding {
	const seconds = (Math.abs(ms) / 1_000).toFixed(1);
	const says = `${seconds} s ${ms < 0 ? "behind" : "ahead of"} this machine`;
	const advice = "synchronize both clocks by NTP (timedatectl set-ntp true)";
	if (Math.abs(ms) >= limits.fix) return failure(part, `${says}: ${advice}`);
	return Math.abs(ms) >= limits.note ? warning(part, `${says}: ${advice}`) : ok(part, "agrees with this machine");
}
