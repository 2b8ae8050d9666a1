import type { z } from "zod";
import { createSend, type PorkbunSettings, type Result } from "./send.ts";
import {
	autoRenewAnswer,
	balanceAnswer,
	checkAnswer,
	createdAnswer,
	domainAnswer,
	doneAnswer,
	listAnswer,
	nameserversAnswer,
	type PorkbunDomain,
	type PorkbunRecord,
	pingAnswer,
	pricingAnswer,
	recordsAnswer,
	rehearsalAnswer,
	requirementsAnswer,
	saleAnswer,
	settingsAnswer,
} from "./shapes.ts";

export interface Purchase {
	domain: string;
	/** The price of the whole shortest term. The registrar refuses any other sum. */
	cents: number;
	/** Equal for each repeat of the same purchase. */
	idempotencyKey: string;
}

/** The fields that `dns/create` and `dns/edit` take. `name` is relative, empty for the domain itself. */
export interface RecordFields {
	name: string;
	type: string;
	content: string;
	ttl: number;
	prio?: number;
}

export type PorkbunClient = ReturnType<typeof createPorkbunClient>;

/** A page of `domain/listAll`. */
const pageSize = 1_000;
const mostPages = 100;

/**
 * The calls of the registrar that the service needs. Each is sent once. Source: its description of version 3.0, and its
 * guides for the rest; docs/registrars.md has the dates.
 */
export function createPorkbunClient(settings: PorkbunSettings) {
	const send = createSend(settings);

	function get<Value>(path: string, schema: z.ZodType<Value>, signal: AbortSignal): Promise<Result<Value>> {
		return send({ method: "GET", path, schema, signal });
	}

	function post<Value>(
		path: string,
		body: Readonly<Record<string, unknown>>,
		schema: z.ZodType<Value>,
		signal: AbortSignal,
	): Promise<Result<Value>> {
		return send({ method: "POST", path, body, schema, signal });
	}

	const at = (call: string, ...parts: readonly string[]) => [call, ...parts.map(encodeURIComponent)].join("/");

	/** Reads all pages. A change meanwhile can hide a domain until the next reading. */
	async function domains(signal: AbortSignal): Promise<Result<PorkbunDomain[]>> {
		const found = new Map<string, PorkbunDomain>();
		for (let page = 0; page < mostPages; page += 1) {
			const body = { start: page * pageSize, sortName: "domain" };
			const read = await post("domain/listAll", body, listAnswer, signal);
			if (read.kind !== "ok") return read;
			for (const domain of read.value.domains) found.set(domain.name, domain);
			if (read.value.count < pageSize) break;
		}
		return { kind: "ok", value: [...found.values()] };
	}

	/** The answer succeeds as a whole, and has the outcome of the domain inside. */
	async function setAutoRenew(name: string, isOn: boolean, signal: AbortSignal): Promise<Result<true>> {
		const body = { status: isOn ? "on" : "off" };
		const read = await post(at("domain/updateAutoRenew", name), body, autoRenewAnswer, signal);
		if (read.kind !== "ok") return read;
		const { status, message = "" } = read.value[name] ?? {};
		return status === "SUCCESS" ? { kind: "ok", value: true } : { kind: "refused", code: null, text: message };
	}

	return {
		/** Proves the keys and returns the address from which the registrar sees this machine. */
		ping: (signal: AbortSignal) => get("ping", pingAnswer, signal),
		/** The prices of all extensions, for one year. */
		pricing: async (signal: AbortSignal) => {
			const read = await get("pricing/get", pricingAnswer, signal);
			return read.kind === "ok" ? { kind: read.kind, value: read.value.pricing } : read;
		},
		/** The registrar allows one check in ten seconds, unless the account has another limit. */
		check: (domain: string, priceType: "registration" | "renewal", signal: AbortSignal) =>
			post(at("domain/checkDomain", domain), { priceType }, checkAnswer, signal),
		/** Refused by an edition that has no such call. */
		requirements: (tld: string, signal: AbortSignal) =>
			get(at("domain/getRegistrationRequirements", tld), requirementsAnswer, signal),
		/** Only after `requirements` has said that the edition has dry runs: an older one would buy. */
		rehearse: ({ domain, cents }: Omit<Purchase, "idempotencyKey">, signal: AbortSignal) => {
			const body = { cost: cents, agreeToTerms: "yes", dryRun: true };
			return post(at("domain/create", domain), body, rehearsalAnswer, signal);
		},
		create: ({ domain, cents, idempotencyKey }: Purchase, signal: AbortSignal) => {
			const body = { cost: cents, agreeToTerms: "yes" };
			const path = at("domain/create", domain);
			return send({ method: "POST", path, body, idempotencyKey, schema: saleAnswer, signal });
		},
		renew: ({ domain, cents, idempotencyKey }: Purchase, signal: AbortSignal) => {
			const path = at("domain/renew", domain);
			return send({ method: "POST", path, body: { cost: cents }, idempotencyKey, schema: saleAnswer, signal });
		},
		domains,
		/** Refused with the code `DOMAIN_NOT_FOUND` if the account does not have it. */
		domain: (name: string, signal: AbortSignal) => get(at("domain/get", name), domainAnswer, signal),
		balanceCents: (signal: AbortSignal) => get("account/balance", balanceAnswer, signal),
		/** What the API spent in this month, and the limit. */
		spending: (signal: AbortSignal) => get("account/apiSettings", settingsAnswer, signal),
		setAutoRenew,
		/** Sorted: their order means nothing to the registrar. */
		nameservers: (name: string, signal: AbortSignal) => get(at("domain/getNs", name), nameserversAnswer, signal),
		setNameservers: (name: string, ns: readonly string[], signal: AbortSignal) =>
			post(at("domain/updateNs", name), { ns }, doneAnswer, signal),
		records: (name: string, signal: AbortSignal): Promise<Result<PorkbunRecord[]>> =>
			get(at("dns/retrieve", name), recordsAnswer, signal),
		createRecord: (domain: string, fields: RecordFields, signal: AbortSignal) =>
			post(at("dns/create", domain), { ...fields }, createdAnswer, signal),
		editRecord: (domain: string, id: string, fields: RecordFields, signal: AbortSignal) =>
			post(at("dns/edit", domain, id), { ...fields }, doneAnswer, signal),
		deleteRecord: (domain: string, id: string, signal: AbortSignal) =>
			post(at("dns/delete", domain, id), {}, doneAnswer, signal),
	};
}
