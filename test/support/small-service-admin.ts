type Fields = Record<string, unknown>;

export interface SmallAccount {
	userId: number;
	token: string;
	balanceCents: number;
	whitelisted: boolean;
	/** Oldest first. */
	ledger: { domain: string; cents: number }[];
	/** Undefined until it is configured. */
	webhook?: { url: string; secret: string };
	/** All attempts, newest first. */
	deliveries: Fields[];
}

/** Returns the time in the event. */
export type SendEvent = (account: SmallAccount, event: string, domain: string, about?: About) => Date;

export type About = Pick<Owned, "client_ref" | "external_ref"> & { reason?: string };

export interface SampleRecord {
	/** The bot does not know them but must keep them. */
	[more: string]: unknown;
	type: string;
	name: string;
	content: string;
	ttl?: number;
	priority?: number;
}

export interface Owned {
	account: SmallAccount;
	expires: number;
	client_ref?: string;
	external_ref?: string;
	records: SampleRecord[];
	nameservers: string[];
	edge?: string;
	blocked?: boolean;
	/** When it returns the domain or its DNS. */
	untold?: readonly string[];
	/** What the service stores of a write. By default, all records. */
	stores?: (sent: SampleRecord[]) => SampleRecord[];
	answersWithoutRecords?: boolean;
}

export interface Call {
	method: string;
	path: string;
	body: Record<string, unknown>;
	key: string | undefined;
}

export interface Answer {
	status: number;
	body: unknown;
	headers?: Record<string, string>;
}

export function ok(result: unknown): Answer {
	return { status: 200, body: { status: true, result } };
}

export function refused(status: number, code: string): Answer {
	return { status, body: { status: false, error: { code, message: `the small service says ${code}` } } };
}

const pageSize = 50;
const year = 365 * 86_400_000;
const ownServers = ["ns1.small.net", "ns2.small.net"];
const presetServers = ["ns1.preset.net", "ns2.preset.net"];
const itemCodes: Readonly<Record<string, string>> = { domain_not_found: "not_available" };

export function createSmallAdmin(sendEvent: SendEvent, now: () => number) {
	const owned = new Map<string, Owned>();
	const prices = new Map([
		[".com", { register: 1_150, renew: 1_250 }],
		[".net", { register: 1_300, renew: 1_300 }],
	]);
	/**
	 * `told`: answers contain the charge. `register` replaces the specification's rule for the price of several years.
	 */
	const charging: { told: boolean; register?: (registerCents: number, years: number) => number } = { told: false };
	/**
	 * `formal` means `hostname` and `value`, and `sample` means `name` and `content`. Without `only`, both are accepted.
	 */
	const records: { only?: "formal" | "sample" } = {};
	/** `checks: false`: a batch asks no registry, and calls every name available. */
	const batches = { checks: true };
	/** By domain. Without an entry, the order is done at once and the domain has no status. */
	const orderStatuses = new Map<string, string>();
	const priceOf = (domain: string) => prices.get(domain.slice(domain.indexOf(".")));

	function own(domain: string, account: SmallAccount, more: Partial<Owned> = {}): Owned {
		const nameservers = [...ownServers];
		const fresh = { account, expires: now() + year, records: [], nameservers, ...more };
		owned.set(domain, fresh);
		return fresh;
	}

	function charge(account: SmallAccount, domain: string, cents: number): void {
		account.balanceCents -= cents;
		account.ledger.push({ domain, cents });
	}

	function route({ method, path, body }: Call, account: SmallAccount): Answer {
		const url = new URL(path, "http://small");
		switch (`${method} ${url.pathname}`) {
			case "GET /account":
				return ok({ user_id: account.userId, balance_usd: account.balanceCents / 100, whitelist: ["127.0.0.1"] });
			case "GET /zones":
				return ok({ zones: [...prices].map(([zone, price]) => zoneOf(zone, price)) });
			case "GET /domains/search":
				return search(url.searchParams.get("query") ?? "");
			case "POST /domains/search/batch":
				return batch(body, (item) => search(String(item), batches.checks));
			case "GET /domains":
				return list(account, Number(url.searchParams.get("cursor") ?? 0));
			case "POST /domains/register":
				return register(body, account);
			case "POST /domains/register/batch":
				return batch(body, (item) => register(item as Fields, account));
			case "POST /domains/renew/batch":
				return batch(body, (item) => renewItem(item as Fields, account));
			case "GET /webhook/deliveries":
				return ok({ limit: 10, count: account.deliveries.length, items: account.deliveries.slice(0, 10) });
			default:
				return domainRoute(method, url.pathname, body, account);
		}
	}

	function domainRoute(method: string, pathname: string, body: Fields, account: SmallAccount): Answer {
		const [, encoded = "", action = ""] = /^\/domains\/([^/]+)\/?(.*)$/.exec(pathname) ?? [];
		const name = decodeURIComponent(encoded);
		const domain = owned.get(name);
		if (domain?.account !== account) return refused(404, "domain_not_found");
		if (domain.blocked && method !== "GET" && action !== "renew") return refused(409, "domain_blocked");
		switch (`${method} ${action}`) {
			case "GET ":
				return ok({
					...visibleFields(domain, recordOf(name, domain)),
					...(orderStatuses.has(name) && { state: orderStatuses.get(name) }),
				});
			case "POST renew":
				return renew(name, domain, body);
			case "GET dns":
				return ok(
					visibleFields(domain, { mode: modeOf(domain), records: domain.records, nameservers: domain.nameservers }),
				);
			case "PUT dns":
				if (!isAllowedForm(body["records"] as SampleRecord[])) return refused(422, "validation_error");
				domain.records = (domain.stores ?? ((sent) => sent))(body["records"] as SampleRecord[]);
				return ok({ updated: true, ...(!domain.answersWithoutRecords && { records: domain.records }) });
			case "PATCH nameservers":
				domain.nameservers = (body["nameservers"] as string[]) ?? [...presetServers];
				delete domain.edge;
				return ok({ updated: true, nameservers: domain.nameservers });
			case "POST edge/bind":
				if (body["edge_profile_key"] !== "main") return refused(409, "edge_not_configured");
				domain.edge = "main";
				domain.nameservers = [...ownServers];
				return ok({ bound: true, edge_profile_key: "main" });
			default:
				return refused(404, "not_found");
		}
	}

	function isAllowedForm(written: readonly SampleRecord[]): boolean {
		const keys = { formal: ["hostname", "value"], sample: ["name", "content"] };
		return (
			records.only === undefined || written.every((each) => keys[records.only ?? "formal"].every((key) => key in each))
		);
	}

	/** On one page, the result is an array of names, as in the specification's sample. Ignores search parameters. */
	function list(account: SmallAccount, from: number): Answer {
		const names = [...owned].filter(([, each]) => each.account === account).map(([domain]) => domain);
		if (names.length <= pageSize) return ok(names);
		const next = from + pageSize;
		return ok({ names: names.slice(from, next), next_cursor: next < names.length ? String(next) : null });
	}

	function search(query: string, checks = true): Answer {
		const found = (name: string) => {
			const available = !checks || !owned.has(name);
			return {
				query: name,
				available,
				...(!checks && { unchecked: true }),
				register_price_usd: (priceOf(name)?.register ?? 0) / 100,
			};
		};
		if (!query.includes(".")) return ok({ shortlist: [...prices.keys()].map((zone) => found(`${query}${zone}`)) });
		return priceOf(query) ? ok(found(query)) : refused(422, "validation_error");
	}

	function register(body: Fields, account: SmallAccount): Answer {
		const domain = String(body["domain"]);
		const price = priceOf(domain);
		if (!price) return refused(422, "validation_error");
		if (owned.has(domain)) return refused(404, "domain_not_found");
		const years = Number(body["years"] ?? 1);
		const cents = charging.register?.(price.register, years) ?? price.register + (years - 1) * price.renew;
		if (account.balanceCents < cents) return refused(409, "insufficient_funds");
		charge(account, domain, cents);
		const references = referencesIn(body);
		sendEvent(
			account,
			"domain.registered",
			domain,
			own(domain, account, { expires: now() + years * year, ...references }),
		);
		const charged = charging.told ? { charged_usd: cents / 100 } : {};
		return ok({ domain, status: orderStatuses.get(domain) ?? "registered", ...charged, ...references });
	}

	function renewItem(body: Fields, account: SmallAccount): Answer {
		const name = String(body["domain"]);
		const domain = owned.get(name);
		return domain?.account === account ? renew(name, domain, body) : refused(404, "domain_not_found");
	}

	function renew(name: string, domain: Owned, body: Fields): Answer {
		const years = Number(body["years"]);
		const cents = years * (priceOf(name)?.renew ?? 0);
		if (domain.account.balanceCents < cents) return refused(409, "insufficient_funds");
		charge(domain.account, name, cents);
		domain.expires += years * year;
		Object.assign(domain, referencesIn(body));
		sendEvent(domain.account, "domain.renewed", name, domain);
		return ok({ domain: name, status: "renewed" });
	}

	return { batches, charging, own, owned, prices, records, route, orderStatuses };
}

/** Like the specification's sample: no field `index`, and a failed item contains the fields of its error directly. */
function batch(body: Fields, one: (item: unknown) => Answer): Answer {
	const inputs = body["items"] as unknown[];
	if (inputs.some((input) => typeof input === "object" && input !== null && "query" in input)) {
		return refused(422, "validation_error");
	}
	const items = inputs.map((input) => {
		const { status, body: answer } = one(input);
		const { result, error } = answer as { result?: Fields; error?: { code: string; message: string } };
		const name = typeof input === "string" ? { query: input } : { domain: (input as Fields)["domain"] };
		return status === 200
			? { ...name, ...result }
			: { ...name, ...error, code: itemCodes[error?.code ?? ""] ?? error?.code };
	});
	return ok({ count: items.length, items });
}

function zoneOf(zone: string, { register, renew }: { register: number; renew: number }): unknown {
	return { zone, register_price_usd: register / 100, renew_price_usd: renew / 100 };
}

function referencesIn(body: Fields): { client_ref?: string; external_ref?: string } {
	const keys = ["client_ref", "external_ref"].filter((each) => body[each] !== undefined);
	return Object.fromEntries(keys.map((each) => [each, String(body[each])]));
}

function modeOf({ edge, nameservers }: Owned): string {
	if (edge) return "edge";
	return [...ownServers, ...presetServers].includes(nameservers[0] ?? "") ? "managed" : "external";
}

function visibleFields({ untold = [] }: Owned, fields: Fields): Fields {
	return Object.fromEntries(Object.entries(fields).filter(([key]) => !untold.includes(key)));
}

function recordOf(name: string, domain: Owned): Fields {
	const { expires, client_ref, external_ref, edge } = domain;
	const references = referencesIn({ client_ref, external_ref });
	return {
		name,
		state: "active",
		expiry_date: new Date(expires).toISOString(),
		...references,
		edge_profile_key: edge ?? null,
	};
}
