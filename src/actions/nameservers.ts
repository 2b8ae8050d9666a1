import type { NameserverPreset } from "@domains/contract/admin.ts";
import { builtInPreset } from "@domains/contract/dns.ts";
import { readNameservers } from "@domains/contract/names.ts";
import { isServedBy } from "@domains/dns/behind.ts";
import { mostServerDomains } from "@domains/dns/plan.ts";
import type { NameserverTarget } from "../rules/nameserver-target.ts";
import type { Account } from "../store/accounts.ts";
import type { NameserversPlan } from "../store/schema/operations.ts";
import { type Access, ask, openAccess } from "./access.ts";
import { type Actor, type Deps, managedAccount } from "./deps.ts";
import type { KnownPresets, NameserverRefusal } from "./operation/types.ts";
import { type PlanResult, planChanges, readServers } from "./quote/save-quote.ts";

interface WantedServers {
	domain: string;
	target: NameserverTarget;
}

/** Plans to replace all nameservers of domains. */
export async function plan(
	deps: Deps,
	{ personId, accountId, wanted: sent }: Actor & { accountId?: number; wanted: readonly WantedServers[] },
): Promise<PlanResult | NameserverRefusal> {
	if (sent.length > mostServerDomains) return { kind: "too_many", most: mostServerDomains };
	const typed = sent.map(({ target }) => resolve(target, null)).find((each) => "kind" in each);
	if (typed) return typed;
	const access = await openAccess(deps, personId, accountId);
	if ("kind" in access) return access;
	const known = sent.some(({ target }) => "presetKey" in target) ? await allPresets(deps, access.account) : null;
	const wanted = [];
	for (const { domain, target } of sent) {
		const resolved = resolve(target, known);
		if ("kind" in resolved) return resolved;
		wanted.push({ domain, resolved });
	}
	return planChanges(deps, { personId, access, kind: "nameservers" }, wanted, async (listed, { resolved }) => {
		const { tellsEdge, edgeProfileKey: edge } = listed.facts;
		const servers = await readServers(listed);
		if ("reason" in servers) return servers;
		const now = { ...servers, ...(tellsEdge && { edgeProfileKey: edge }) };
		if (listed.isBehind(now)) return { reason: "outdated" };
		if (isServedBy(resolved.target, now)) return { reason: "already_so" };
		const leavesEdge = now.mode === "edge" && { leavesEdge: true, ...(edge !== null && { edge }) };
		return { change: { kind: "nameservers", base: now.nameservers, ...resolved, ...leavesEdge } };
	});
}

type ResolvedTarget = Pick<NameserversPlan, "target" | "preset">;

/**
 * Returns the wanted nameservers in lower-case punycode, or the reason why they are invalid. Replaces a preset with its
 * nameservers if the bot can read them. So the order sends the nameservers that the screen showed, even if the preset
 * changes meanwhile. `known`: the presets of the account; null if the bot cannot list them.
 */
function resolve(
	target: NameserverTarget,
	known: readonly NameserverPreset[] | null,
): ResolvedTarget | NameserverRefusal {
	if ("presetKey" in target) {
		const { presetKey } = target;
		if (!known) return { target };
		const preset = known.find(({ key }) => key === presetKey);
		if (!preset) return { kind: "unknown_preset", presetKey };
		return { target: { nameservers: preset.nameservers }, preset: presetKey };
	}
	const read = readNameservers(target.nameservers);
	if (read.ok) return { target: { nameservers: read.nameservers } };
	const { problem, part } = read;
	return { kind: "bad_nameservers", problem, ...(part !== undefined && { part }) };
}

/**
 * Returns the nameserver presets (named sets of nameservers) to offer. The built-in service lists all presets of the
 * account. For an external service, only the account's default preset is known.
 */
export async function presets(deps: Deps, { personId }: Actor): Promise<KnownPresets> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return { keys: [], all: false };
	const known = await allPresets(deps, access.account);
	if (known) return { keys: known.map(({ key }) => key), all: true };
	return { keys: await defaultPreset(deps, access), all: false };
}

/** Returns all nameserver presets of the account; null on an external service, which does not list them. */
async function allPresets(deps: Deps, account: Account): Promise<NameserverPreset[] | null> {
	const known = await managedAccount(deps, account);
	return known && [{ key: builtInPreset, nameservers: known.ownNameservers }, ...known.presets];
}

async function defaultPreset(deps: Deps, access: Access): Promise<string[]> {
	const account = await ask(deps, access, access.client.account);
	if (account.kind !== "ok") return [];
	return account.value.defaults.filter(({ name }) => name === "nameserver_preset_key").map(({ value }) => value);
}
