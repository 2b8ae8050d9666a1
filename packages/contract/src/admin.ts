import type { DomainStatus } from "./domains.ts";
import type { AnyCode } from "./problems.ts";

/**
 * For the operator and the owners of accounts: what the public API does not offer, such as tokens, money and prices.
 * Source: docs/service.md, "Administration".
 *
 * The first argument of each mutating call is an idempotency key. For 24 hours, a repeated call with the same key and
 * arguments changes nothing. It returns the same token or secret again, and the current state of the account or domain.
 */
export interface ServiceAdmin {
	/** A token requires a balance of at least 40 USD. Without `balanceCents`, the balance is 500 USD. */
	openAccount(key: string, input: { balanceCents?: number; whitelist?: string[] }): Outcome<OpenedAccount>;
	/** The account's old token stops working. Requires a balance of at least 40 USD. */
	issueToken(key: string, userId: number): Outcome<{ token: string }>;
	setApi(key: string, userId: number, enabled: boolean): Outcome<AdminAccount>;
	setWhitelist(key: string, userId: number, addresses: string[]): Outcome<AdminAccount>;
	/** Unlike `setWhitelist`, keeps the changes of a concurrent editor. */
	editWhitelist(key: string, userId: number, change: { add?: string[]; remove?: string[] }): Outcome<AdminAccount>;
	/**
	 * A null `url` removes the address and its secret. The first address also creates a secret. Only this call returns
	 * it, and a repeat with the same key.
	 */
	setWebhook(
		key: string,
		userId: number,
		input: { url: string | null; enabled?: boolean },
	): Outcome<{ account: AdminAccount; secret: string | null }>;
	setWebhookEnabled(key: string, userId: number, enabled: boolean): Outcome<AdminAccount>;
	/**
	 * Step 1 of a rotation. Only this call returns the new secret, and a repeat with the same key. Deliveries are signed
	 * with the old secret until step 2, but for at most 24 hours.
	 */
	rotateWebhookSecret(key: string, userId: number): Outcome<{ secret: string; usedFrom: Date }>;
	/** Step 2: the new secret signs all deliveries from now on. */
	useWebhookSecret(key: string, userId: number): Outcome<AdminAccount>;
	/** One signed `webhook.test` event, without retries and without a delivery log entry. */
	testWebhook(userId: number): Outcome<{ delivered: boolean; statusCode: number; error: string | null }>;
	savePreset(key: string, userId: number, preset: NameserverPreset): Outcome<AdminAccount>;
	removePreset(key: string, userId: number, presetKey: string): Outcome<AdminAccount>;
	saveEdgeProfile(key: string, userId: number, profile: EdgeProfile): Outcome<AdminAccount>;
	removeEdgeProfile(key: string, userId: number, profileKey: string): Outcome<AdminAccount>;
	/** Changes only the given keys. Null removes a default. */
	setDefaults(key: string, userId: number, defaults: Partial<DefaultConfig>): Outcome<AdminAccount>;
	/** A negative amount reduces the balance. The call is refused if it would fall below zero. */
	credit(key: string, userId: number, cents: number): Outcome<AdminAccount>;
	setPrice(key: string, price: AdminPrice): Outcome<AdminPrice>;
	/**
	 * The token of an account without money or domains, for programs that only look up names and prices. Every call
	 * returns the same token, and sets the whitelist of the account.
	 */
	readerToken(whitelist: string[]): Outcome<{ token: string }>;
	register(key: string, userId: number, domain: string, years?: number): Outcome<AdminDomain>;
	renew(key: string, userId: number, domain: string, years: number): Outcome<AdminDomain>;
	/** Does nothing if the domain is already blocked. */
	block(key: string, domain: string, reason?: string): Outcome<AdminDomain>;
	unblock(key: string, domain: string): Outcome<AdminDomain>;
	show(userId: number): Outcome<AdminAccount>;
}

export type AdminCode = AnyCode | "account_not_found";

export type AdminResult<Value> =
	| { kind: "done"; value: Value }
	| { kind: "refused"; code: AdminCode; message: string; reason?: AdminReason };

/** A caller can explain the refusal in another language. `part` is the text that caused it. */
export interface AdminReason {
	problem: AdminProblem;
	part?: string;
}

export type AdminProblem =
	| "entry"
	| "entries"
	| "target_not_a_url"
	| "target_not_https"
	| "target_credentials"
	| "target_not_public"
	| "target_not_receiver"
	| "target_missing"
	| "secret_missing"
	| "key"
	| "preset_built_in"
	| "preset_missing"
	| "edge_missing"
	| "zone"
	| "ttl"
	| "servers_too_few"
	| "servers_too_many"
	| "servers_duplicate"
	| "servers_address"
	| "servers_name";
type Outcome<Value> = Promise<AdminResult<Value>>;

export interface OpenedAccount {
	userId: number;
	token: string;
	balanceCents: number;
	whitelist: string[];
}

export interface NameserverPreset {
	key: string;
	nameservers: readonly string[];
}

export interface EdgeProfile {
	key: string;
	enabled: boolean;
	/** They have a leading dot. Null means all. */
	zones: string[] | null;
}

export interface DefaultConfig {
	nameserverPresetKey: string | null;
	edgeProfileKey: string | null;
	defaultTtl: number | null;
}

export interface AdminAccount {
	userId: number;
	balanceCents: number;
	/** The money of the account is not real. An interface that shows the balance must say so. */
	sandbox: boolean;
	apiEnabled: boolean;
	/** Null if there is no token. */
	token: { lastFour: string; issuedAt: Date } | null;
	whitelist: string[];
	webhook: {
		url: string | null;
		enabled: boolean;
		/** When the new secret begins to sign. Null while no rotation is in progress. */
		rotation: { usedFrom: Date } | null;
	};
	defaults: DefaultConfig;
	/** The built-in preset. */
	ownNameservers: readonly string[];
	presets: NameserverPreset[];
	edgeProfiles: EdgeProfile[];
}

export interface AdminPrice {
	/** In punycode, with a leading dot. */
	zone: string;
	registerCents: number;
	renewCents: number;
	premium?: boolean;
}

export interface AdminDomain {
	userId: number;
	domain: string;
	status: DomainStatus;
	expiresAt: Date;
	chargedCents: number;
}
