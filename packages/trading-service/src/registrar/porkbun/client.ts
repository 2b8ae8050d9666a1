import { boundedCents } from "@domains/contract/bounds.ts";
import { z } from "zod";
import { createSend, type PorkbunSettings, type Result } from "./send.ts";

/**
 * Tolerant readers of the registrar's answers: it writes numbers as integers or as text, and flags as `1`, `"1"`, `0`
 * or `"0"`. Everything is bounded, so that nothing in the service meets an absurd number.
 */
const integer = z.union([
	z.int(),
	z
		.string()
		.regex(/^-?\d{1,15}$/)
		.transform(Number),
]);

const cents = integer.pipe(z.int().min(-1e11).max(1e11));
const years = integer.pipe(z.int().min(1).max(10));
const flag = z.union([z.boolean(), integer.transform((value) => value !== 0)]);
const yes = z.string().transform((text) => text === "yes");
const id = z.union([z.int(), z.string().min(1).max(64)]).transform(String);
const text = z.string().max(10_000);

/** Dollars, such as `"9.73"` or `"1,200.00"`, as cents. */
const price = z
	.union([
		z.number(),
		z
			.string()
			.regex(/^\d[\d,]{0,11}(?:\.\d{1,4})?$/)
			.transform((dollars) => Number(dollars.replaceAll(",", ""))),
	])
	.transform((dollars, context) => {
		const value = boundedCents(dollars, 1e11);
		if (value !== null) return value;
		context.addIssue({ code: "custom", message: "is no price" });
		return z.NEVER;
	});

/** `2027-01-15 10:00:00`, in UTC as we suppose: the description names no time zone. Null for anything else. */
const time = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/)
	.transform((value) => new Date(`${value.length === 10 ? `${value} 00:00:00` : value}Z`.replace(" ", "T")))
	.refine((date) => !Number.isNaN(date.getTime()))
	.nullable()
	.catch(null);

/** Leaves out the elements that cannot be read. */
const listOf = <Value>(element: z.ZodType<Value>) =>
	z.array(z.unknown()).transform((elements) =>
		elements.flatMap((each) => {
			const read = element.safeParse(each);
			return read.success ? [read.data] : [];
		}),
	);

const limitWindow = z
	.object({ TTL: integer, limit: integer })
	.transform(({ TTL, limit }) => ({ seconds: TTL, limit }))
	.optional()
	.catch(undefined);

const pingAnswer = z.object({ yourIp: z.string().max(64), credentialsValid: z.boolean().optional() });

const pricingAnswer = z.object({
	pricing: z.record(z.string(), z.unknown()).transform((rows) =>
		Object.entries(rows).flatMap(([tld, row]) => {
			const read = z
				.object({ registration: price, renewal: price, specialType: z.unknown().optional() })
				.safeParse(row);
			// A special type, such as Handshake, is no extension of the DNS.
			if (!read.success || read.data.specialType !== undefined) return [];
			return [{ tld, registerCents: read.data.registration, renewCents: read.data.renewal }];
		}),
	),
});

const additional = z.object({ price }).optional().catch(undefined);

const checkAnswer = z
	.object({
		response: z.object({
			avail: yes,
			premium: yes,
			firstYearPromo: yes.catch(false),
			price,
			regularPrice: price.optional().catch(undefined),
			minDuration: years,
			additional: z.object({ renewal: additional }).optional().catch(undefined),
		}),
		limits: limitWindow,
	})
	.transform(({ response, limits }) => ({
		isAvailable: response.avail,
		isPremium: response.premium,
		isPromotion: response.firstYearPromo,
		/** For one year. */
		yearCents: response.price,
		/** The only term that the API sells. */
		years: response.minDuration,
		/** What `create` or `renew` must name: the price of the whole term. */
		costCents: response.price * response.minDuration,
		renewYearCents: response.additional?.renewal?.price ?? null,
		limits: { attempts: limits },
	}));

const requirementsAnswer = z
	.object({
		apiRegisterable: z.boolean(),
		registrationDurationYears: years.nullable().catch(null),
		requestSchema: z
			.object({ properties: z.record(z.string(), z.unknown()) })
			.optional()
			.catch(undefined),
	})
	.transform(({ apiRegisterable, registrationDurationYears, requestSchema }) => ({
		isRegisterable: apiRegisterable,
		years: registrationDurationYears,
		/** An edition that does not know the field would ignore it and buy. */
		hasDryRun: requestSchema?.properties["dryRun"] !== undefined,
	}));

const saleAnswer = z
	.object({
		domain: text,
		orderId: id,
		cost: cents.optional().catch(undefined),
		balance: cents.optional().catch(undefined),
		limits: z.object({ attempts: limitWindow, success: limitWindow }).catch({}),
		// A dry run that an old edition ignored has none.
		dryRun: z.unknown().optional(),
	})
	.refine(({ dryRun }) => dryRun === undefined)
	.transform(({ domain, orderId, cost, balance, limits }) => ({
		domain: domain.toLowerCase(),
		orderId,
		cents: cost ?? null,
		balanceCents: balance ?? null,
		limits: { attempts: limits.attempts, successes: limits.success },
	}));

export type Sale = z.infer<typeof saleAnswer>;

const rehearsalAnswer = z
	.object({
		dryRun: z.literal(true),
		wouldSucceed: z.boolean(),
		code: text.nullable().catch(null),
		message: text.catch(""),
	})
	.transform(({ wouldSucceed, code, message }) => ({ wouldSucceed, code, text: message.slice(0, 300) }));

const domain = z
	.object({
		domain: z.string().min(1).max(254),
		status: text.catch(""),
		createDate: time,
		expireDate: time,
		autoRenew: flag.nullable().catch(null),
		apiAccess: flag.nullable().catch(null),
		notLocal: flag.catch(false),
	})
	.transform(({ domain: name, status, createDate, expireDate, autoRenew, apiAccess, notLocal }) => ({
		name: name.toLowerCase(),
		status,
		registeredAt: createDate,
		expiresAt: expireDate,
		autoRenew,
		/** Null in an edition that does not show it. */
		hasApiAccess: apiAccess,
		isElsewhere: notLocal,
	}));
type PorkbunDomain = z.infer<typeof domain>;

/** `count` is what the page had, with the domains that could not be read. */
const listAnswer = z
	.object({ domains: z.array(z.unknown()) })
	.transform(({ domains }) => ({ count: domains.length, domains: listOf(domain).parse(domains) }));

const domainAnswer = z.object({ domain }).transform((answer) => answer.domain);

const balanceAnswer = z.object({ balance: cents }).transform(({ balance }) => balance);

const settingsAnswer = z
	.object({
		settings: z.object({ monthlySpendLimit: cents.nullable().catch(null) }).catch({ monthlySpendLimit: null }),
		monthlySpend: cents.nullable().catch(null),
		spendLimit: z
			.object({ limit: cents.nullable().catch(null) })
			.optional()
			.catch(undefined),
	})
	.transform(({ settings, monthlySpend, spendLimit }) => ({
		spentCents: monthlySpend,
		/** What is enforced, where the edition says it; otherwise what the owner set. */
		limitCents: spendLimit?.limit ?? settings.monthlySpendLimit,
	}));

const nameserversAnswer = z
	.object({ ns: z.array(z.string().max(254)).max(50) })
	.transform(({ ns }) => ns.map((each) => each.toLowerCase().replace(/\.$/, "")).sort());

const record = z.object({
	id,
	name: z.string().max(254),
	type: z
		.string()
		.max(20)
		.transform((type) => type.toUpperCase()),
	content: text,
	ttl: integer.pipe(z.int().min(0)).nullable().catch(null),
	prio: integer.pipe(z.int().min(0).max(65_535)).nullable().catch(null),
});
export type PorkbunRecord = z.infer<typeof record>;

/** A record that cannot be read makes the whole zone unreadable: a plan without it could delete it. */
const recordsAnswer = z.object({ records: z.array(record) }).transform(({ records }) => records);

const createdAnswer = z.object({ id }).transform((answer) => answer.id);

/** The status of each domain. */
const autoRenewAnswer = z
	.object({ results: z.record(z.string(), z.object({ status: text, message: text.catch("") })) })
	.transform(({ results }) => results);

const doneAnswer = z.object({ message: text.optional().catch(undefined) });

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
