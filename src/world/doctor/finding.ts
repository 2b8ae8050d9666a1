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
