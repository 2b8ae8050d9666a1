import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { blockIn, readRecord } from "../domain/record.ts";
import { planChange } from "../quote/plan-change.ts";
import type { EdgeActions } from "./types.ts";

const longestKey = 255;

export async function plan(
	deps: Deps,
	{ personId, domain: text, profileKey }: Actor & { domain: string; profileKey: string },
): ReturnType<EdgeActions["plan"]> {
	const target = profileKey.trim();
	if (target === "" || target.length > longestKey) return { kind: "bad_key" };
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const record = await readRecord(deps, access, text);
	if (record.kind !== "domain") return record;
	const { domain, edgeProfileKey: base } = record.domain;
	const blocked = blockIn(record);
	if (blocked) return { kind: "blocked", domain, ...blocked };
	if (base === target) return { kind: "nothing", domain };
	return planChange(deps, personId, access.account, domain, { kind: "edge", base, target });
}
