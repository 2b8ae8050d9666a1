import type { ProfileWarning } from "../../rules/profile-warning.ts";
import { isAllowedBy } from "../../rules/whitelist.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { changeAccess, openOwned } from "./owned.ts";
import type { ChangeResult } from "./types.ts";

type Input = Actor & { add?: readonly string[]; remove?: readonly string[]; sure?: boolean };

/**
 * Adds and removes entries of the account's whitelist. Each entry is an IP address or a network. Without `sure`, asks
 * for a second confirmation if the change would admit everyone, or exclude this bot or all callers.
 */
export async function editWhitelist(
	deps: Deps,
	{ personId, add = [], remove = [], sure = false }: Input,
): Promise<ChangeResult> {
	const [added, removed] = [add.map((each) => each.trim()), remove.map((each) => each.trim())];
	if (!sure) {
		const warning = added.some(isEveryone) ? "everyone" : await shutOut(deps, personId, added, removed);
		if (warning) return { kind: "ask_twice", warning };
	}
	const result = await changeAccess(deps, personId, ["editWhitelist", added, removed], (key, { admin, userId }) =>
		admin.editWhitelist(key, userId, { add: added, remove: removed }),
	);
	return result.kind === "changed" ? { ...result, networks: networksOf(added, result.profile.whitelist) } : result;
}

/**
 * Returns the networks that the service stored instead of the entered ones. For example, it stores `198.51.100.0/24`
 * for `198.51.100.5/24`.
 */
function networksOf(added: readonly string[], whitelist: readonly string[]): string[] {
	const named = added.filter((entry) => entry.includes("/") && !whitelist.includes(entry.toLowerCase()));
	return named.flatMap((entry) => {
		const [address = "", length] = entry.split("/");
		return whitelist.filter((kept) => kept.endsWith(`/${Number(length)}`) && isAllowedBy([kept])(address));
	});
}

/** True for a network that contains all IPv4 or all IPv6 addresses. `::ffff:0:0/96` contains all IPv4 addresses. */
function isEveryone(entry: string): boolean {
	return /\/0+$/.test(entry) || /^::ffff:.*\/0*96$/i.test(entry);
}

async function shutOut(
	deps: Deps,
	personId: number,
	add: string[],
	remove: string[],
): Promise<ProfileWarning | undefined> {
	if (add.length > 0 || remove.length === 0) return undefined;
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return undefined;
	const shown = await owned.admin.show(owned.userId);
	if (shown.kind === "refused") return undefined;
	const { whitelist } = shown.value;
	const remaining = whitelist.filter((entry) => !remove.includes(entry));
	if (remaining.length === whitelist.length) return undefined;
	if (remaining.length === 0) return "last_address";
	const [before, after] = [isAllowedBy(whitelist), isAllowedBy(remaining)];
	return deps.service.egress.some((address) => before(address) && !after(address)) ? "own_address" : undefined;
}
