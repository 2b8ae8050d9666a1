import { autoRenewalsOf } from "../../store/auto-renewals.ts";
import { findNotes } from "../../store/domain-notes.ts";
import { findFreeze } from "../../store/freezes.ts";
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
	return { ...record, notes, watched, autoCents: auto?.ceilingCents ?? null, locked };
}
