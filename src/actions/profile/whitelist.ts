import { BlockList, isIP } from "node:net";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { changeAccess, openOwned } from "./owned.ts";
import type { ChangeResult, ProfileDoubt } from "./types.ts";

type Input = Actor & { add?: readonly string[]; remove?: readonly string[]; sure?: boolean };

export async function editWhitelist(
	deps: Deps,
	{ personId, add = [], remove = [], sure = false }: Input,
): Promise<ChangeResult> {
	const [added, removed] = [add.map((each) => each.trim()), remove.map((each) => each.trim())];
	if (!sure) {
		const doubt = added.some(isEveryone) ? "everyone" : await shutOut(deps, personId, added, removed);
		if (doubt) return { kind: "ask_twice", doubt };
	}
	const result = await changeAccess(deps, personId, ["editWhitelist", added, removed], (key, { desk, userId }) =>
		desk.editWhitelist(key, userId, { add: added, remove: removed }),
	);
	return result.kind === "changed" ? { ...result, networks: networksOf(added, result.profile.whitelist) } : result;
}

/** As they are kept: the whole networks of which an address was given with a length. */
function networksOf(added: readonly string[], whitelist: readonly string[]): string[] {
	const named = added.filter((entry) => entry.includes("/") && !whitelist.includes(entry.toLowerCase()));
	return named.flatMap((entry) => {
		const [address = "", length] = entry.split("/");
		return whitelist.filter((kept) => kept.endsWith(`/${Number(length)}`) && letIn([kept])(address));
	});
}

/** A network of no bits: every address there is, of one family; IPv4 in its IPv6 clothes has 96 bits before them. */
function isEveryone(entry: string): boolean {
	return /\/0+$/.test(entry) || /^::ffff:.*\/0*96$/i.test(entry);
}

async function shutOut(
	deps: Deps,
	personId: number,
	add: string[],
	remove: string[],
): Promise<ProfileDoubt | undefined> {
	if (add.length > 0 || remove.length === 0) return undefined;
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return undefined;
	const shown = await owned.desk.show(owned.userId);
	if (shown.kind === "refused") return undefined;
	const { whitelist } = shown.value;
	const remaining = whitelist.filter((entry) => !remove.includes(entry));
	if (remaining.length === whitelist.length) return undefined;
	if (remaining.length === 0) return "last_address";
	const [before, after] = [letIn(whitelist), letIn(remaining)];
	return deps.service.egress.some((address) => before(address) && !after(address)) ? "own_address" : undefined;
}

/** Whether an address is in one of these entries; what a service wrote as no address or network lets nobody in. */
export function letIn(entries: readonly string[]): (address: string) => boolean {
	const list = new BlockList();
	for (const entry of entries) {
		const [address = "", length] = entry.split("/");
		const family = familyOf(address);
		const bits = family === "ipv4" ? 32 : 128;
		if (isIP(address) === 0 || (length !== undefined && !(/^\d+$/.test(length) && Number(length) <= bits))) continue;
		if (length === undefined) list.addAddress(address, family);
		else list.addSubnet(address, Number(length), family);
	}
	return (address) => list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
	return isIP(address) === 6 ? "ipv6" : "ipv4";
}
