import { type Finding, failure, ok, warning } from "./finding.ts";

/** Signatures live for five minutes, a quote as well: half a minute is much. */
const limits = { note: 3_000, mend: 30_000 };

/** `ms`: how far the other clock is ahead of this machine's. */
export function skewFinding(part: string, ms: number): Finding {
	const seconds = (Math.abs(ms) / 1_000).toFixed(1);
	const says = `${seconds} s ${ms < 0 ? "behind" : "ahead of"} this machine`;
	const advice = "let both keep the time by NTP (timedatectl set-ntp true)";
	if (Math.abs(ms) >= limits.mend) return failure(part, `${says}: ${advice}`);
	return Math.abs(ms) >= limits.note ? warning(part, `${says}: ${advice}`) : ok(part, "agrees with this machine");
}
