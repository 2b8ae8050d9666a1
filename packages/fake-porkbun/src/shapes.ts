/**
 * The bodies of each call as JSON Schema: our own reading of the registrar's description, for the calls that this fake
 * has. Where testers saw another form than the description has, both are allowed. `.ci/porkbun.ts` compares the fake
 * with the description itself, which is not ours to publish.
 */
export interface Shape {
	request: object;
	answer: object;
}

const text = { type: "string" };
const whole = { type: "integer" };
const textOf = (pattern: string) => ({ type: "string", pattern });
/** A whole number, or its text. */
const loose = { anyOf: [whole, textOf("^-?\\d+$")] };
const flag = { enum: [0, 1, "0", "1"] };
const yesNo = { enum: ["yes", "no"] };
const price = textOf("^\\d+\\.\\d{2}$");
const time = textOf("^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$");
const orNull = (schema: object) => ({ anyOf: [schema, { type: "null" }] });

function object(properties: Record<string, object>, optional: Record<string, object> = {}): object {
	return {
		type: "object",
		required: Object.keys(properties),
		properties: { ...properties, ...optional },
		additionalProperties: false,
	};
}

/** A request may have only these fields; the keys are not among them. */
const nothing = object({});

const success = (properties: Record<string, object> = {}, optional: Record<string, object> = {}) =>
	object({ status: { const: "SUCCESS" }, requestId: text, ...properties }, optional);

export const refusal = object(
	{ status: { const: "ERROR" }, message: text, code: textOf("^[A-Z][A-Z0-9_]+$"), requestId: text },
	{ ttlRemaining: whole },
);

const used = object({ TTL: whole, limit: whole, used: whole, naturalLanguage: text });
const priceOf = object({ type: { enum: ["registration", "renewal", "transfer"] }, price, regularPrice: price });
const domain = object({
	domain: text,
	status: text,
	tld: text,
	createDate: time,
	expireDate: time,
	securityLock: flag,
	whoisPrivacy: flag,
	autoRenew: flag,
	apiAccess: flag,
	notLocal: flag,
});
const record = object({
	id: textOf("^\\d+$"),
	name: text,
	type: text,
	content: text,
	ttl: textOf("^\\d+$"),
	prio: orNull(textOf("^\\d+$")),
	notes: orNull(text),
});
const records = success({ cloudflare: { enum: ["enabled", "disabled"] }, records: { type: "array", items: record } });
const recordType = { enum: ["A", "AAAA", "MX", "CNAME", "ALIAS", "TXT", "NS", "SRV", "TLSA", "CAA", "SSHFP"] };
const optionalOfRecord = { name: text, ttl: loose, prio: loose, notes: text };
const plain = success({}, { message: text });
const sold = { domain: text, cost: whole, orderId: loose, limits: object({ attempts: used, success: used }) };
const afterSale = { balance: whole, ttlRemaining: whole };
const rehearsed = success(
	{ dryRun: { const: true }, wouldSucceed: { type: "boolean" }, domain: text, cost: whole, balance: whole },
	{ code: text, message: text },
);

export const shapes: ReadonlyMap<string, Shape> = new Map(
	Object.entries<Shape>({
		ping: { request: nothing, answer: success({ yourIp: text }, { credentialsValid: { const: true } }) },
		ip: { request: nothing, answer: success({ yourIp: text }) },
		"pricing/get": {
			request: object({}, { tlds: { type: "array", items: text } }),
			answer: success({
				pricing: {
					type: "object",
					additionalProperties: object({ registration: price, renewal: price, transfer: price }),
				},
			}),
		},
		"account/balance": { request: nothing, answer: success({ balance: whole, display: text }) },
		"account/apiSettings": {
			request: nothing,
			answer: success(
				{
					settings: object({
						monthlySpendLimit: orNull(whole),
						lowBalanceAlert: orNull(whole),
						autoTopup: { type: "boolean" },
						topupThreshold: orNull(whole),
						topupAmount: orNull(whole),
					}),
					monthlySpend: whole,
				},
				{ spendLimit: object({ limit: whole, source: text, spent: whole, remaining: whole }) },
			),
		},
		"domain/checkDomain": {
			request: object({}, { priceType: { enum: ["registration", "renewal", "transfer"] } }),
			answer: success({
				response: object({
					avail: yesNo,
					type: text,
					price,
					regularPrice: price,
					firstYearPromo: yesNo,
					premium: yesNo,
					minDuration: whole,
					additional: object({ renewal: priceOf, transfer: priceOf }),
				}),
				limits: used,
				ttlRemaining: whole,
			}),
		},
		"domain/getRegistrationRequirements": {
			request: nothing,
			answer: success(
				{ tld: text, apiRegisterable: { type: "boolean" }, registrationDurationYears: whole },
				{ requestSchema: { type: "object" } },
			),
		},
		"domain/create": {
			request: object({ cost: whole, agreeToTerms: { enum: ["yes", "1"] } }, { dryRun: { type: "boolean" } }),
			answer: { anyOf: [success({ ...sold, ...afterSale }), rehearsed] },
		},
		"domain/renew": {
			request: object({ cost: whole }, { dryRun: { type: "boolean" } }),
			answer: {
				anyOf: [success({ ...sold, ...afterSale, expirationDate: textOf("^\\d{4}-\\d{2}-\\d{2}$") }), rehearsed],
			},
		},
		"domain/listAll": {
			request: object(
				{},
				{
					start: loose,
					includeLabels: yesNo,
					domain: text,
					nameContains: text,
					expiringWithinDays: loose,
					tlds: { type: "array", items: text },
					autoRenew: yesNo,
					apiAccess: yesNo,
					sortName: { enum: ["domain", "tld", "create_date", "expire_date"] },
					sortDirection: { enum: ["asc", "desc"] },
				},
			),
			answer: success({ count: whole, domains: { type: "array", items: domain } }),
		},
		"domain/get": { request: object({}, { includeLabels: yesNo }), answer: success({ domain }) },
		"domain/updateAutoRenew": {
			request: object({ status: { enum: ["on", "off"] } }, { domains: { type: "array", items: text } }),
			answer: success({
				results: { type: "object", additionalProperties: object({ status: text }, { message: text }) },
			}),
		},
		"domain/getNs": { request: nothing, answer: success({ ns: { type: "array", items: text } }) },
		"domain/updateNs": { request: object({ ns: { type: "array", items: text } }), answer: plain },
		"dns/retrieve": { request: nothing, answer: records },
		"dns/retrieveByNameType": { request: nothing, answer: records },
		"dns/create": {
			request: object({ type: recordType, content: text }, optionalOfRecord),
			answer: success({ id: textOf("^\\d+$") }),
		},
		"dns/edit": { request: object({ type: recordType, content: text }, optionalOfRecord), answer: plain },
		"dns/editByNameType": {
			request: object({ content: text }, { ttl: loose, prio: loose, notes: text }),
			answer: plain,
		},
		"dns/delete": { request: nothing, answer: plain },
		"dns/deleteByNameType": { request: nothing, answer: plain },
		"sandbox/topup": {
			request: object({}, { amount: whole }),
			answer: success({ granted: whole, balance: whole, display: text, sandbox: { const: true } }),
		},
		"sandbox/reset": {
			request: nothing,
			answer: success({ message: text, domainsCleared: whole, balance: whole }),
		},
	}),
);
