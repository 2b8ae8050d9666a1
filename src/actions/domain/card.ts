import type { DomainFacts } from "../../client/read/domains.ts";
import { parseReference } from "../../rules/reference.ts";
import { autoRenewalsOf } from "../../store/auto-renewals.ts";
import { findNotes } from "../../store/domain-notes.ts";
import { findFreeze } from "../../store/freezes.ts";
import { findOperationByReference } from "../../store/operations.ts";
import { findWatch } from "../../store/watches.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { readRecord } from "./record.ts";
import type { DomainCardResult } from "./types.ts";

export async function card(deps: Deps, { personId, domain }: Actor & { domain: string }): Promise<DomainCardResult> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const record = await readRecord(deps, access, domain);
	if (record.kind !== "domain") return record;
	const owner = { personId, accountId: access.account.id };
	const { domain: name } = record.domain;
	const watch = await findWatch(deps.db, { kind: "zone", ...owner, subject: name });
	const watched = watch?.state === "running" ? { answeredAt: watch.answeredAt, failed: watch.failure !== null } : null;
	const [auto] = await autoRenewalsOf(deps.db, owner.accountId, name);
	const notes = await findNotes(deps.db, owner, name);
	const locked = (await findFreeze(deps.db, { accountId: owner.accountId, domain: name })) !== undefined;
	const order = await orderOf(deps, owner.accountId, record.domain);
	return {
		...record,
		accountId: owner.accountId,
		order,
		notes,
		watched,
		autoCents: auto?.ceilingCents ?? null,
		locked,
	};
}

/** Returns the reference of this bot's order that registered or renewed the domain; null if there is none. */
async function orderOf(
	deps: Deps,
	accountId: number,
	{ domain, externalRef }: Pick<DomainFacts, "domain" | "externalRef">,
): Promise<string | null> {
	const reference = parseReference(externalRef ?? "");
	const found = reference && (await findOperationByReference(deps.db, reference));
	if (!found || found.accountId !== accountId) return null;
	const has = found.requests.some(({ items }) => items.some((item) => item.domain === domain));
	return has ? found.reference : null;
}
