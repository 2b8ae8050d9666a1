import { access } from "node:fs/promises";

/** `note`: the part works, but could be better. `fix`: it does not work, and `says` names a remedy. */
export interface Finding {
	part: string;
	state: "ok" | "note" | "fix";
	says: string;
}

export const ok = (part: string, says: string): Finding => ({ part, state: "ok", says });
export const warning = (part: string, says: string): Finding => ({ part, state: "note", says });
export const failure = (part: string, says: string): Finding => ({ part, state: "fix", says });

export async function isAccessible(path: string, mode?: number): Promise<boolean> {
	return access(path, mode).then(
		() => true,
		() => false,
	);
}

export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const inner = error.cause === undefined ? undefined : reasonOf(error.cause);
	return inner ?? (error.message || ("code" in error ? String(error.code) : error.name));
}

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
