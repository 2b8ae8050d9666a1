import type { EdgeProfile } from "@domains/contract/admin.ts";
import { fitsTld } from "@domains/contract/tlds.ts";
import type { EdgeProblem } from "./types.ts";

const longestKey = 255;

export function isKey(text: string): boolean {
	return text !== "" && text.length <= longestKey;
}

/** Returns why the service would refuse this profile for the domain; undefined if it would accept the profile. */
export function problemOf(profiles: readonly EdgeProfile[], key: string, domain: string): EdgeProblem | undefined {
	const profile = profiles.find((each) => each.key === key);
	if (!profile) return "missing";
	if (!profile.enabled) return "off";
	return fitsTld(profile, domain) ? undefined : "zone";
}
