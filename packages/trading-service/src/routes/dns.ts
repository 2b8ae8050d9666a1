import {
	dnsAnswer,
	dnsBody,
	dnsWrittenAnswer,
	type NameserversBody,
	nameserversAnswer,
	nameserversBody,
} from "@domains/contract/dns.ts";
import { domainParams } from "@domains/contract/domains.ts";
import { edgeAnswer, edgeBody } from "@domains/contract/edge.ts";
import type { FastifyInstance } from "fastify";
import { spend } from "../allowance.ts";
import { acceptNameservers, acceptRecords, readAhead } from "../dns-refusals.ts";
import { changeOnce } from "../idempotency.ts";
import { readName } from "../names.ts";
import type { Trade } from "../orders/place.ts";
import { Refusal } from "../refusal.ts";
import { modeOf, presetNameservers, requireEdgeProfile } from "../setup.ts";
import { type Defaults, readDefaults } from "../store/accounts.ts";
import { findDns, lockDomain, updateDomain } from "../store/domains.ts";
import { change, readAsJson } from "./define.ts";

export function addDnsRoutes(app: FastifyInstance, trade: Trade): void {
	const { db, registrar } = trade;
	const params = domainParams;

	readAsJson(app, "dns", { params, answer: dnsAnswer }, async ({ accountId, params: { domain } }) => {
		const { mode, recordsJson, nameservers } = await findDns(db, accountId, readName(domain).ascii);
		return `{"mode":${JSON.stringify(mode)},"records":${recordsJson},"nameservers":${JSON.stringify(nameservers)}}`;
	});

	const dns = { params, body: dnsBody, answer: dnsWrittenAnswer };
	change(app, trade, "replaceDns", dns, async ({ accountId, params: { domain }, body }, claim) => {
		await spend(trade.sql, accountId, body.records.length);
		await readAhead(trade.slices, body.records, domain);
		return changeOnce(db, claim, async (tx) => {
			const { id, name, mode } = await lockDomain(tx, accountId, readName(domain).ascii);
			const { ttl } = await readDefaults(tx, registrar, accountId);
			const records = acceptRecords(body.records, { domain: name, defaultTtl: ttl });
			await updateDomain(tx, id, { records });
			return { updated: true, active: mode !== "external", records };
		});
	});

	const nameservers = { params, body: nameserversBody, answer: nameserversAnswer };
	change(app, trade, "replaceNameservers", nameservers, ({ accountId, params: { domain }, body }, claim) =>
		changeOnce(db, claim, async (tx) => {
			const { id } = await lockDomain(tx, accountId, readName(domain).ascii);
			const defaults = await readDefaults(tx, registrar, accountId);
			const chosen = choose(body, defaults);
			await updateDomain(tx, id, { nameservers: chosen, mode: modeOf(chosen, defaults), edgeKey: null });
			return { updated: true, nameservers: chosen };
		}),
	);

	const edge = { params, body: edgeBody, answer: edgeAnswer };
	change(app, trade, "bindEdge", edge, ({ accountId, params: { domain }, body: { edge_profile_key } }, claim) =>
		changeOnce(db, claim, async (tx) => {
			const { id, zone } = await lockDomain(tx, accountId, readName(domain).ascii);
			requireEdgeProfile(edge_profile_key, zone, await readDefaults(tx, registrar, accountId));
			const set = { nameservers: [...registrar.nameservers], mode: "edge" as const, edgeKey: edge_profile_key };
			await updateDomain(tx, id, set);
			return { bound: true, edge_profile_key };
		}),
	);
}

function choose({ nameservers, preset_key }: NameserversBody, defaults: Defaults): string[] {
	if (nameservers) return acceptNameservers(nameservers);
	if (preset_key !== undefined) return presetNameservers(preset_key, defaults);
	throw new Refusal("invalid", "give either nameservers or preset_key.");
}
