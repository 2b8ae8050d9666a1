import { findNotes } from "../../store/domain-notes.ts";
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
	return { ...record, notes: await findNotes(deps.db, owner, record.domain.domain) };
}
