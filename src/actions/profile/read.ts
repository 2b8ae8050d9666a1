import { isAllowedBy } from "../../rules/whitelist.ts";
import type { Account } from "../../store/accounts.ts";
import { activeConnection } from "../../store/connections.ts";
import { hasEvents } from "../../store/inbox.ts";
import { hasSecret } from "../../store/secrets.ts";
import { read as readAccount } from "../account/read.ts";
import type { Actor } from "../actor.ts";
import { adminOf } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import { openOwned, profileOf } from "./owned.ts";
import type { Guide, ProfileResult } from "./types.ts";

export async function read(deps: Deps, { personId }: Actor): Promise<ProfileResult> {
	const owned = await openOwned(deps, personId);
	if (owned.kind === "trouble") return owned;
	const guide = await guideOf(deps, personId);
	const { addresses } = guide;
	if (owned.kind === "mine") {
		const shown = await owned.admin.show(owned.userId);
		if (shown.kind === "done") return { kind: "owned", profile: await profileOf(deps, owned, shown.value), guide };
	}
	const result = await readAccount(deps, { personId });
	if (result.kind === "account") {
		const isIn = isAllowedBy(result.account.whitelist ?? []);
		// Without configured IP addresses, `missing` is empty, so the whitelist counts as complete. This is right, because
		// the service has just answered the bot.
		const missing = addresses.filter((each) => !isIn(each));
		const admitted = missing.length === 0;
		return { kind: "read_only", account: result.account, guide: { ...guide, addresses: missing, admitted } };
	}
	// `here` makes a screen show a button that opens the profile. This screen is the profile, so it needs no such button.
	return { ...result, here: false };
}

async function guideOf(deps: Deps, personId: number): Promise<Guide> {
	const { db, service } = deps;
	const account = (await activeConnection(db, personId))?.account;
	const { receiverBase, egress: addresses } = service;
	const receiverUrl = receiverBase === null || !account ? null : `${receiverBase}${account.receiverPath}`;
	const secretKept = account ? await hasSecret(db, account) : false;
	const hasEvent = account ? await hasEvents(db, account.id) : false;
	return {
		addresses,
		receiverUrl,
		admitted: false,
		hasEvents: hasEvent,
		secretKept,
		managed: managedBy(deps, account ?? null, personId),
	};
}

function managedBy(deps: Deps, account: Account | null, personId: number): Guide["managed"] {
	if (!account || !adminOf(deps, account) || account.ownerId === personId) return "at_service";
	return account.ownerId === null ? "by_nobody" : "by_other";
}
