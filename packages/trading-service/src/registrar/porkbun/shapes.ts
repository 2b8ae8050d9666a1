import { centsOf } from "@domains/contract/money.ts";
import { z } from "zod";

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
		const value = centsOf(dollars);
		if (value !== undefined && value >= 0 && value <= 1e11) return value;
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

const windowUse = z.object({ TTL: integer, limit: integer, used: integer }).optional().catch(undefined);

export const pingAnswer = z.object({ yourIp: z.string().max(64), credentialsValid: z.boolean().optional() });

export const pricingAnswer = z.object({
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

export const checkAnswer = z
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
		limits: windowUse,
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
		window: limits && { seconds: limits.TTL, limit: limits.limit, used: limits.used },
	}));

export const requirementsAnswer = z
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

export const saleAnswer = z
	.object({
		domain: text,
		orderId: id,
		cost: cents.optional().catch(undefined),
		balance: cents.optional().catch(undefined),
		// A dry run that an old edition ignored has none.
		dryRun: z.unknown().optional(),
	})
	.refine(({ dryRun }) => dryRun === undefined)
	.transform(({ domain, orderId, cost, balance }) => ({
		domain: domain.toLowerCase(),
		orderId,
		cents: cost ?? null,
		balanceCents: balance ?? null,
	}));

export const rehearsalAnswer = z
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
export type PorkbunDomain = z.infer<typeof domain>;

/** `count` is what the page had, with the domains that could not be read. */
export const listAnswer = z
	.object({ domains: z.array(z.unknown()) })
	.transform(({ domains }) => ({ count: domains.length, domains: listOf(domain).parse(domains) }));

export const domainAnswer = z.object({ domain }).transform((answer) => answer.domain);

export const balanceAnswer = z.object({ balance: cents }).transform(({ balance }) => balance);

export const settingsAnswer = z
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

export const nameserversAnswer = z
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
export const recordsAnswer = z.object({ records: z.array(record) }).transform(({ records }) => records);

export const createdAnswer = z.object({ id }).transform((answer) => answer.id);

/** The status of each domain. */
export const autoRenewAnswer = z
	.object({ results: z.record(z.string(), z.object({ status: text, message: text.catch("") })) })
	.transform(({ results }) => results);

export const doneAnswer = z.object({ message: text.optional().catch(undefined) });
