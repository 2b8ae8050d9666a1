import { type Finding, failure, ok, warning } from "./finding.ts";

/**
 * In milliseconds, for a warning (`note`) or a failure (`fix`). Signatures and quotes are valid for five minutes, so
 * half a minute is large.
 */
const limits = { note: 3_000, fix: 30_000 };

/** `ms` is how far the other clock is ahead; negative if it is behind. */
export function skewFinding(part: string, ms: number): Finding {
	const seconds = (Math.abs(ms) / 1_000).toFixed(1);
	const says = `${seconds} s ${ms < 0 ? "behind" : "ahead of"} this machine`;
	const advice = "synchronize both clocks by NTP (timedatectl set-ntp true)";
	if (Math.abs(ms) >= limits.fix) return failure(part, `${says}: ${advice}`);
	return Math.abs(ms) >= limits.note ? warning(part, `${says}: ${advice}`) : ok(part, "agrees with this machine");
}
