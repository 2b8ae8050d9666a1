import { type Answer, type Call, dollars, integer, odd, refuse, refuseLimit, succeed } from "../answer.ts";
import {
	type Account,
	addDomain,
	addYears,
	type Domain,
	defaultSpendLimit,
	type Extension,
	extensionOf,
	ownNameservers,
	spentInMonth,
} from "../state.ts";

const day = 86_400_000;
const pageSize = 1_000;

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 19).replace("T", " ");

/** Returns the domain, or the answer for a name that is not in the account or not opted in. */
export function ownDomain({ account, path }: Call): Domain | Answer {
	const domain = account.domains.get(path[0] ?? "");
	if (!domain) return refuse("INVALID_DOMAIN", "Invalid domain.");
	return domain.apiAccess ? domain : refuse("API_ACCESS_DISABLED", "Domain is not opted in to API access.");
}

function isAvailable({ state }: Call, name: string): boolean {
	const own = [state.live, state.sandbox].some(({ domains }) => domains.has(name));
	return !own && !state.taken.has(name);
}

export function check(call: Call): Answer {
	const { clock, input, path, state, window } = call;
	const name = path[0] ?? "";
	const found = extensionOf(state, name);
	if (!found) return refuse("INVALID_DOMAIN", "Invalid domain.");
	const used = window("check");
	if (!used.take(clock.now())) return refuseLimit(call, "check");
	const [, extension] = found;
	const premium = state.premium.get(name);
	const price = (type: "registration" | "renewal" | "transfer") => {
		const text = dollars(premium ?? extension[type]);
		return { type, price: text, regularPrice: text };
	};
	const asked = (["renewal", "transfer"] as const).find((each) => each === input["priceType"]) ?? "registration";
	return {
		...succeed({
			response: {
				avail: isAvailable(call, name) ? "yes" : "no",
				...price(asked),
				firstYearPromo: "no",
				premium: premium === undefined ? "no" : "yes",
				minDuration: extension.years,
				additional: { renewal: price("renewal"), transfer: price("transfer") },
			},
			limits: used.show(),
			ttlRemaining: used.remainingSeconds(clock.now()),
		}),
		headers: used.headers(clock.now()),
	};
}

export function requirements({ options, path, state }: Call): Answer {
	const tld = path[0] ?? "";
	const extension = state.extensions.get(tld);
	if (options.edition === "3.0") return refuse("INVALID_ENDPOINT", "Endpoint not found.", 404);
	if (!extension) return refuse("INVALID_TLD", "This extension is not sold.");
	return succeed({
		tld,
		apiRegisterable: extension.isRegisterable,
		registrationDurationYears: extension.years,
		...(extension.isRegisterable && {
			requestSchema: {
				type: "object",
				required: ["cost", "agreeToTerms"],
				properties: {
					cost: { type: "integer" },
					agreeToTerms: { type: "string", enum: ["yes", "1"] },
					dryRun: { type: "boolean" },
				},
			},
		}),
	});
}

/** Returns the reason why the account cannot pay `cents`. A dry run answers SUCCESS with it. */
function fundsRefusal({ clock, options }: Call, account: Account, cents: number): Answer | undefined {
	const limit = account.monthlySpendLimit ?? defaultSpendLimit;
	if (account.balance < cents) return refuse("INSUFFICIENT_FUNDS", "Account credit is insufficient.");
	if (options.edition === "later" && !account.isSandbox && spentInMonth(account, clock.now()) + cents > limit)
		return refuse("SPEND_LIMIT_EXCEEDED", "This would exceed the monthly API limit of the account.");
	return undefined;
}

function charge(call: Call, kind: "create" | "renew", domain: string, cents: number): number {
	const { account, clock, idempotencyKey, nextId } = call;
	const orderId = nextId();
	account.balance -= cents;
	const { balance } = account;
	account.ledger.push({ kind, orderId, domain, cents: -cents, balance, at: clock.now(), idempotencyKey });
	return orderId;
}

/** Counts the attempt and returns the answer for a used up limit. */
function attemptRefusal(call: Call, kind: "create" | "renew"): Answer | undefined {
	const now = call.clock.now();
	if (!call.window(`${kind}Attempt`).take(now)) return refuseLimit(call, `${kind}Attempt`);
	return call.window(`${kind}Success`).isFull(now) ? refuseLimit(call, `${kind}Success`) : undefined;
}

/** Takes the money and counts the success. The caller changes the domain. */
function sell(call: Call, kind: "create" | "renew", domain: string, cents: number): Record<string, unknown> {
	const now = call.clock.now();
	const success = call.window(`${kind}Success`);
	success.take(now);
	return {
		domain,
		cost: cents,
		orderId: odd(call, charge(call, kind, domain, cents)),
		limits: { attempts: call.window(`${kind}Attempt`).show(), success: success.show() },
		balance: call.account.balance,
		ttlRemaining: success.remainingSeconds(now),
	};
}

export function create(call: Call): Answer {
	const { account, clock, input, options, path, state } = call;
	const name = path[0] ?? "";
	const found = extensionOf(state, name);
	const cost = integer(input["cost"]);
	const isDryRun = options.edition === "later" && input["dryRun"] === true;
	if (!found) return refuse("INVALID_DOMAIN", "Invalid domain.");
	if (cost === undefined) return refuse("INVALID_COST", "The cost is required, in pennies.");
	if (input["agreeToTerms"] !== "yes" && input["agreeToTerms"] !== "1")
		return refuse("TERMS_NOT_ACCEPTED", "You must agree to the terms.");
	const limited = isDryRun ? undefined : attemptRefusal(call, "create");
	if (limited) return limited;
	const [, extension] = found;
	const refused = registrationRefusal(call, name, extension);
	if (refused) return refused;
	const cents = extension.registration * extension.years;
	if (cost !== cents) return refuse("COST_MISMATCH", "The cost does not match the price of this domain.");
	const unpaid = fundsRefusal(call, account, cents);
	if (isDryRun) return dryRun(call, name, cents, unpaid);
	if (unpaid) return unpaid;
	const sold = sell(call, "create", name, cents);
	const domain = addDomain(state, account, name, clock.now());
	if (options.forms === "odd") addOwnRecords(call, domain);
	return succeed(sold);
}

function registrationRefusal(call: Call, name: string, extension: Extension): Answer | undefined {
	const { account, state } = call;
	if (!extension.isRegisterable) return refuse("TLD_NOT_SUPPORTED", "The API cannot register this extension.");
	if (!isAvailable(call, name)) return refuse("DOMAIN_NOT_AVAILABLE", "Domain is not available for registration.");
	if (state.premium.has(name)) return refuse("PREMIUM_DOMAIN", "The API cannot register premium domains.");
	if (!account.isVerified) return refuse("ACCOUNT_NOT_VERIFIED", "Verify the e-mail and phone of the account.");
	if (!account.hasEarlierOrder) return refuse("NO_EARLIER_ORDER", "The first order is made on the website.");
	return undefined;
}

function dryRun({ account }: Call, domain: string, cost: number, unpaid: Answer | undefined): Answer {
	const { code, message } = unpaid?.body ?? {};
	const reason = unpaid ? { code, message } : {};
	return succeed({ dryRun: true, wouldSucceed: !unpaid, domain, cost, balance: account.balance, ...reason });
}

/** What testers found in the zone of a new domain: the registrar's nameservers, and a record that it made itself. */
function addOwnRecords({ nextId }: Call, domain: Domain): void {
	const add = (type: string, name: string, content: string) =>
		domain.records.push({ id: `${nextId()}`, name, type, content, ttl: 86_400, prio: null, notes: null });
	for (const server of ownNameservers) add("NS", domain.name, server);
	add("TXT", `_acme-challenge.${domain.name}`, "made-by-the-registrar");
}

export function renew(call: Call): Answer {
	const { account, clock, input, options, path, state } = call;
	const domain = ownDomain(call);
	const now = clock.now();
	if ("status" in domain) return domain;
	const cost = integer(input["cost"]);
	if (cost === undefined) return refuse("INVALID_COST", "The cost is required, in pennies.");
	const isDryRun = options.edition === "later" && input["dryRun"] === true;
	const limited = isDryRun ? undefined : attemptRefusal(call, "renew");
	if (limited) return limited;
	const extension = extensionOf(state, domain.name)?.[1];
	if (!extension || state.premium.has(domain.name))
		return refuse("PREMIUM_DOMAIN", "The API cannot renew premium domains.");
	if (!account.isVerified) return refuse("ACCOUNT_NOT_VERIFIED", "Verify the e-mail and phone of the account.");
	if (now - domain.createdAt <= 30 * day)
		return refuse("RENEWAL_TOO_SOON", "The domain was registered within the last 30 days.");
	if (domain.renewedAt !== null && now - domain.renewedAt <= 30 * day)
		return refuse("RENEWAL_TOO_SOON", "The domain was renewed within the last 30 days.");
	const cents = extension.renewal * extension.years;
	if (cost !== cents) return refuse("COST_MISMATCH", "The cost does not match the renewal price.");
	const unpaid = fundsRefusal(call, account, cents);
	if (isDryRun) return dryRun(call, path[0] ?? "", cents, unpaid);
	if (unpaid) return unpaid;
	const sold = sell(call, "renew", domain.name, cents);
	domain.expiresAt = addYears(domain.expiresAt, extension.years);
	domain.renewedAt = now;
	return succeed({ ...sold, expirationDate: dateOf(domain.expiresAt).slice(0, 10) });
}

function show(call: Call, domain: Domain): Record<string, unknown> {
	const flag = (isOn: boolean) => (isOn ? 1 : 0);
	return {
		domain: domain.name,
		status: "ACTIVE",
		tld: extensionOf(call.state, domain.name)?.[0] ?? domain.name.slice(domain.name.indexOf(".") + 1),
		createDate: dateOf(domain.createdAt),
		expireDate: dateOf(domain.expiresAt),
		securityLock: odd(call, 1),
		whoisPrivacy: odd(call, 1),
		// Testers saw the text "1" and the number 0.
		autoRenew: domain.autoRenew ? odd(call, 1) : 0,
		apiAccess: flag(domain.apiAccess),
		notLocal: 0,
	};
}

export function listAll(call: Call): Answer {
	const { account, clock, input } = call;
	const start = integer(input["start"] ?? 0) ?? 0;
	const tlds = Array.isArray(input["tlds"]) ? input["tlds"].map(String) : undefined;
	const days = integer(input["expiringWithinDays"]);
	const part = typeof input["nameContains"] === "string" ? input["nameContains"].toLowerCase() : "";
	const is = (field: "autoRenew" | "apiAccess", domain: Domain) =>
		input[field] === undefined || (input[field] === "yes") === domain[field];
	const field =
		input["sortName"] === "domain" ? "name" : input["sortName"] === "create_date" ? "createdAt" : "expiresAt";
	const turn = input["sortDirection"] === "desc" ? -1 : 1;
	const found = [...account.domains.values()]
		.filter(
			(domain) =>
				(input["domain"] === undefined || input["domain"] === domain.name) &&
				domain.name.includes(part) &&
				(tlds === undefined || tlds.some((tld) => domain.name.endsWith(`.${tld}`))) &&
				(days === undefined || domain.expiresAt <= clock.now() + days * day) &&
				is("autoRenew", domain) &&
				is("apiAccess", domain),
		)
		.sort((a, b) => turn * (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : a.name < b.name ? -1 : 1))
		.slice(start, start + pageSize);
	return succeed({ count: found.length, domains: found.map((domain) => show(call, domain)) });
}

export function get(call: Call): Answer {
	const domain = call.account.domains.get(call.path[0] ?? "");
	return domain
		? succeed({ domain: show(call, domain) })
		: refuse("DOMAIN_NOT_FOUND", "The domain is not in this account.", 404);
}

export function updateAutoRenew({ account, input, path }: Call): Answer {
	if (input["status"] !== "on" && input["status"] !== "off") return refuse("INVALID_STATUS", "Send on or off.");
	const others = Array.isArray(input["domains"]) ? input["domains"].map(String) : [];
	const names = [...new Set([...path.filter(Boolean), ...others])];
	const results = names.map((name) => {
		const domain = account.domains.get(name);
		if (!domain) return [name, { status: "ERROR", message: "Invalid domain." }];
		domain.autoRenew = input["status"] === "on";
		return [name, { status: "SUCCESS" }];
	});
	return succeed({ results: Object.fromEntries(results) });
}

export function getNs(call: Call): Answer {
	const domain = ownDomain(call);
	return "status" in domain ? domain : succeed({ ns: domain.nameservers });
}

/** The order means nothing, and an equal set changes nothing. */
export function updateNs(call: Call): Answer {
	const domain = ownDomain(call);
	if ("status" in domain) return domain;
	const servers = Array.isArray(call.input["ns"]) ? call.input["ns"].map((each) => `${each}`.toLowerCase()) : [];
	if (servers.length < 2 || !servers.every((each) => /^(?=.{4,253}$)(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(each)))
		return refuse("INVALID_NAMESERVERS", "Send at least two nameservers.");
	const wanted = [...new Set(servers)].sort();
	if (wanted.join() === domain.nameservers.toSorted().join()) return succeed({ message: "No change." });
	domain.nameservers = wanted;
	return succeed();
}
