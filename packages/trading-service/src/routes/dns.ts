import {
	dnsAnswer,
	dnsBody,
	dnsWrittenAnswer,
	edgeAnswer,
	edgeBody,
	type NameserversBody,
	nameserversAnswer,
	nameserversBody,
} from "@domains/contract/dns.ts";
import { domainParams } from "@domains/contract/domains.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import type { FastifyInstance } from "fastify";
import { spend } from "../allowance.ts";
import { type Claim, changeOnce, type Work } from "../idempotency.ts";
import { readName } from "../names.ts";
import type { Trade } from "../orders/place.ts";
import { Problem } from "../problem.ts";
import { Refusal } from "../refusal.ts";
import { RegistrarBusy, RegistrarFailure, type Remote } from "../registrar/port.ts";
import {
	acceptNameservers,
	acceptRecords,
	modeOf,
	presetNameservers,
	readAhead,
	requireEdgeProfile,
} from "../setup.ts";
import { type Defaults, readDefaults } from "../store/accounts.ts";
import { findDns, findDomain, findKnownRecords, lockDomain, updateDomain } from "../store/domains.ts";
import { change, readAsJson } from "./define.ts";

export function addDnsRoutes(app: FastifyInstance, trade: Trade): void {
	const { db, registrar, mirror } = trade;
	const params = domainParams;

	readAsJson(app, "dns", { params, answer: dnsAnswer }, async ({ accountId, params: { domain } }) => {
		const name = readName(domain).ascii;
		let asOf: Date | null = null;
		if (mirror) {
			await findDomain(db, accountId, name);
			asOf = await mirror.zone(name);
		}
		const { mode, recordsJson, nameservers } = await findDns(db, accountId, name);
		const time = asOf ? `,"as_of":${JSON.stringify(asOf)}` : "";
		return `{"mode":${JSON.stringify(mode)},"records":${recordsJson},"nameservers":${JSON.stringify(nameservers)}${time}}`;
	});

	const dns = { params, body: dnsBody, answer: dnsWrittenAnswer };
	change(app, trade, "replaceDns", dns, async ({ accountId, params: { domain }, body }, claim) => {
		await spend(trade.sql, accountId, body.records.length);
		await readAhead(trade.slices, body.records, domain);
		return changeZone(trade, claim, {
			async prepare(tx) {
				const { id, name, mode } = await lockDomain(tx, accountId, readName(domain).ascii);
				const { ttl } = await readDefaults(tx, registrar, accountId);
				const base = registrar.remote && (await findKnownRecords(tx, id));
				return { id, name, mode, base, records: acceptRecords(body.records, { domain: name, defaultTtl: ttl }) };
			},
			send: async (remote, zone, signal) => ({
				...zone,
				records: await remote.replaceRecords(zone.name, { wanted: zone.records, base: zone.base }, signal),
			}),
			async store(tx, { id, mode, records }) {
				await updateDomain(tx, id, { records });
				return { updated: true, active: mode !== "external", records };
			},
		});
	});

	const nameservers = { params, body: nameserversBody, answer: nameserversAnswer };
	change(app, trade, "replaceNameservers", nameservers, ({ accountId, params: { domain }, body }, claim) =>
		changeZone(trade, claim, {
			async prepare(tx) {
				const { id, name } = await lockDomain(tx, accountId, readName(domain).ascii);
				return { id, name, chosen: choose(body, await readDefaults(tx, registrar, accountId)) };
			},
			send: async (remote, { id, name, chosen }, signal) => ({
				id,
				name,
				chosen: await remote.replaceNameservers(name, chosen, signal),
			}),
			async store(tx, { id, chosen }) {
				const mode = modeOf(chosen, { ownNameservers: registrar.nameservers });
				await updateDomain(tx, id, { nameservers: chosen, mode, edgeKey: null });
				return { updated: true, nameservers: chosen };
			},
		}),
	);

	const edge = { params, body: edgeBody, answer: edgeAnswer };
	change(app, trade, "bindEdge", edge, ({ accountId, params: { domain }, body: { edge_profile_key } }, claim) =>
		changeOnce(db, claim, async (tx) => {
			const { id, zone } = await lockDomain(tx, accountId, readName(domain).ascii);
			if (registrar.remote) throw new Refusal("no_edge", `${registrar.name} has no edge profiles.`);
			requireEdgeProfile(edge_profile_key, zone, await readDefaults(tx, registrar, accountId));
			const set = { nameservers: [...registrar.nameservers], mode: "edge" as const, edgeKey: edge_profile_key };
			await updateDomain(tx, id, set);
			return { bound: true, edge_profile_key };
		}),
	);
}

interface ZoneChange<Ready, Result> {
	/** Locks the domain. Throws a refusal if the change is not allowed. */
	prepare(tx: Tx): Promise<Ready>;
	/** Changes the remote registrar. A repeat after a crash does the rest. */
	send(remote: Remote, ready: Ready, signal: AbortSignal): Promise<Ready>;
	store(tx: Tx, ready: Ready): Promise<Result>;
}

const sendMs = 25_000;

/** No transaction is open while a remote registrar works. */
async function changeZone<Ready extends { name: string }, Result>(
	{ db, mirror, registrar: { remote } }: Trade,
	claim: Claim,
	{ prepare, send, store }: ZoneChange<Ready, Result>,
): Promise<Work<Result>> {
	if (!remote) return await changeOnce(db, claim, async (tx) => store(tx, await prepare(tx)));
	const ready = await db.transaction(prepare);
	const done = await send(remote, ready, AbortSignal.timeout(sendMs)).catch(async (error: unknown) => {
		if (error instanceof Refusal && error.reason === "changed") await mirror?.outdate(ready.name);
		if (!(error instanceof RegistrarFailure || error instanceof RegistrarBusy)) throw error;
		throw new Problem("provider_error", `${error.message} Send the same key again to find out.`);
	});
	return await changeOnce(db, claim, (tx) => store(tx, done));
}

function choose({ nameservers, preset_key }: NameserversBody, defaults: Defaults): string[] {
	if (nameservers) return acceptNameservers(nameservers);
	if (preset_key !== undefined) return presetNameservers(preset_key, defaults);
	throw new Refusal("invalid", "give either nameservers or preset_key.");
}
