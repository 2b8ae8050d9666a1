/** The shape of the clocks in our tests. `after` returns a function that cancels. */
export interface Clock {
	now(): number;
	after(milliseconds: number, run: () => void): () => void;
}

/** Prices are in cents for one year. */
export interface Extension {
	registration: number;
	renewal: number;
	transfer: number;
	/** The registry's shortest term, which is the only one that the API sells. */
	years: number;
	/** False for an extension that only the website sells. */
	isRegisterable: boolean;
}

export interface DnsRecord {
	id: string;
	/** The full name. */
	name: string;
	type: string;
	content: string;
	ttl: number;
	prio: number | null;
	notes: string | null;
}

export interface Domain {
	name: string;
	createdAt: number;
	expiresAt: number;
	/** The last successful renewal. */
	renewedAt: number | null;
	autoRenew: boolean;
	/** True if the domain is opted in to the API. */
	apiAccess: boolean;
	nameservers: string[];
	records: DnsRecord[];
}

/** One line of the ledger. A negative `cents` is a charge, a positive one is credit. */
export interface Line {
	kind: "create" | "renew" | "topup";
	orderId: number;
	domain: string | null;
	cents: number;
	/** The credit after this line. */
	balance: number;
	at: number;
	idempotencyKey: string | null;
}

export interface Account {
	isSandbox: boolean;
	keys: { apiKey: string; secretApiKey: string };
	/** Credit in cents. */
	balance: number;
	/** Cents of a calendar month (UTC). Null means that the owner set nothing: then `defaultSpendLimit` applies. */
	monthlySpendLimit: number | null;
	isVerified: boolean;
	/** The API registers only for an account that has bought something before. */
	hasEarlierOrder: boolean;
	domains: Map<string, Domain>;
	ledger: Line[];
}

export interface State {
	live: Account;
	sandbox: Account;
	extensions: Map<string, Extension>;
	/** Names that another owner has. */
	taken: Set<string>;
	/** Premium names, with their price in cents. */
	premium: Map<string, number>;
}

export const defaultSpendLimit = 100_00;
export const sandboxCredit = 1_000_00;
export const ownNameservers = ["maceio", "fortaleza", "salvador", "curitiba"].map((each) => `${each}.ns.porkbun.com`);

export function createState(): State {
	const extension = (registration: number, renewal: number, rest: Partial<Extension> = {}): Extension => ({
		registration,
		renewal,
		transfer: renewal,
		years: 1,
		isRegisterable: true,
		...rest,
	});
	return {
		live: createAccount(false, 500_00),
		sandbox: createAccount(true, sandboxCredit),
		extensions: new Map([
			["com", extension(11_08, 11_08)],
			["net", extension(12_52, 12_52)],
			["org", extension(7_98, 10_74)],
			["dev", extension(10_81, 12_87)],
			["io", extension(28_12, 51_80)],
			["ai", extension(72_40, 72_40, { years: 2 })],
			["co.uk", extension(5_92, 5_92)],
			["us", extension(6_49, 7_51, { isRegisterable: false })],
		]),
		taken: new Set(["google.com", "example.com"]),
		premium: new Map([["gold.com", 2_500_00]]),
	};
}

function createAccount(isSandbox: boolean, balance: number): Account {
	const mark = isSandbox ? "1_sb_" : "1_";
	return {
		isSandbox,
		keys: { apiKey: `pk${mark}${"a".repeat(40)}`, secretApiKey: `sk${mark}${"b".repeat(40)}` },
		balance,
		monthlySpendLimit: null,
		isVerified: true,
		hasEarlierOrder: true,
		domains: new Map(),
		ledger: [],
	};
}

/** Returns the extension of a name, the longest that is sold. */
export function extensionOf(state: State, name: string): [tld: string, extension: Extension] | undefined {
	for (let dot = name.indexOf("."); dot > 0; dot = name.indexOf(".", dot + 1)) {
		const found = state.extensions.get(name.slice(dot + 1));
		// A name is one label before its extension.
		if (found) return name.lastIndexOf(".", dot - 1) === -1 ? [name.slice(dot + 1), found] : undefined;
	}
	return undefined;
}

export function addYears(time: number, years: number): number {
	const date = new Date(time);
	return date.setUTCFullYear(date.getUTCFullYear() + years);
}

/** Puts a domain into an account, as if it was bought on the website. */
export function addDomain(state: State, account: Account, name: string, now: number): Domain {
	const years = extensionOf(state, name)?.[1].years ?? 1;
	const domain: Domain = {
		name,
		createdAt: now,
		expiresAt: addYears(now, years),
		renewedAt: null,
		autoRenew: true,
		apiAccess: true,
		nameservers: [...ownNameservers],
		records: [],
	};
	account.domains.set(name, domain);
	return domain;
}

/** What the account spent in the calendar month of `now`, in cents. */
export function spentInMonth(account: Account, now: number): number {
	const month = new Date(now).toISOString().slice(0, 7);
	return account.ledger
		.filter(({ cents, at }) => cents < 0 && new Date(at).toISOString().startsWith(month))
		.reduce((sum, { cents }) => sum - cents, 0);
}
