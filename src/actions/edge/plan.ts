import { parseDomain } from "../../rules/names.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { isUnknown } from "../dns/zone.ts";
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
	const parsed = parseDomain(text);
	if (!parsed.ok) return { kind: "not_yours", domain: text };
	const domain = parsed.ascii;
	const record = await ask(deps, (options) => access.client.domain(domain, options));
	if (record.kind !== "ok") return isUnknown(record) ? { kind: "not_yours", domain } : record;
	const base = record.value.edgeProfileKey;
	if (base === target) return { kind: "nothing", domain };
	return planChange(deps, personId, access.account, domain, { kind: "edge", base, target });
}
