import type { AnyCode } from "./problems.ts";

/**
 * The operator's desk: what the service's owner and the account's owner do beside the public API (Profile -> API, money,
 * prices, monitoring). Every mutating call takes a key of its own as its first argument: the same key again does
 * nothing again and answers as before, a secret included, for 24 hours. Source: docs/service.md, "Desk".
 */
export interface ServiceAdmin {
	/** An account opens with its first token, and so with 40 USD or more; with 500 USD unless told otherwise. */
	openAccount(key: string, input: { balanceCents?: number; whitelist?: string[] }): Outcome<OpenedAccount>;
	/** Creates or re-issues the one live token; the old one dies. Needs 40 USD. */
	issueToken(key: string, userId: number): Outcome<{ token: string }>;
	setApi(key: string, userId: number, enabled: boolean): Outcome<AdminAccount>;
	/** Replaces the whole whitelist. */
	setWhitelist(key: string, userId: number, addresses: string[]): Outcome<AdminAccount>;
	/** Adds and removes single entries, so that two editors do not undo each other. */
	editWhitelist(key: string, userId: number, change: { add?: string[]; remove?: string[] }): Outcome<AdminAccount>;
	/** `url` null forgets the address and its secret. The first address makes a secret, which is shown here only. */
	setWebhook(
		key: string,
		userId: number,
		input: { url: string | null; enabled?: boolean },
	): Outcome<{ account: AdminAccount; secret: string | null }>;
	setWebhookEnabled(key: string, userId: number, enabled: boolean): Outcome<AdminAccount>;
	/** First step: a new secret, shown here only; the old one signs until the second step or for 24 hours. */
	rotateWebhookSecret(key: string, userId: number): Outcome<{ secret: string; usedFrom: Date }>;
	/** Second step: signs with the new secret from now on. */
	useWebhookSecret(key: string, userId: number): Outcome<AdminAccount>;
	/** Sends one signed `webhook.test` to the address, at once and without retries; not part of the delivery log. */
	testWebhook(userId: number): Outcome<{ delivered: boolean; statusCode: number; error: string | null }>;
	savePreset(key: string, userId: number, preset: NameserverPreset): Outcome<AdminAccount>;
	removePreset(key: string, userId: number, presetKey: string): Outcome<AdminAccount>;
	saveEdgeProfile(key: string, userId: number, profile: EdgeProfile): Outcome<AdminAccount>;
	removeEdgeProfile(key: string, userId: number, profileKey: string): Outcome<AdminAccount>;
	/** Only the keys given are changed. */
	setDefaults(key: string, userId: number, defaults: Partial<DefaultConfig>): Outcome<AdminAccount>;
	/** A negative amount takes money back, never below zero. */
	credit(key: string, userId: number, cents: number, note?: string): Outcome<AdminAccount>;
	setPrice(key: string, price: AdminPrice): Outcome<AdminPrice>;
	register(key: string, userId: number, domain: string, years?: number): Outcome<AdminDomain>;
	renew(key: string, userId: number, domain: string, years: number): Outcome<AdminDomain>;
	/** Monitoring raises the blocked signal. Blocking a blocked domain changes nothing. */
	block(key: string, domain: string, reason?: string): Outcome<AdminDomain>;
	unblock(key: string, domain: string): Outcome<AdminDomain>;
	/** The account as its owner sees it. */
	show(userId: number): Outcome<AdminAccount>;
}

export type DeskCode = AnyCode | "account_not_found";

export type AdminResult<Value> =
	| { kind: "done"; value: Value }
	| { kind: "refused"; code: DeskCode; message: string; reason?: AdminReason };

/** What is wrong with a setting, for whoever has words of their own for it; `part` is what is to blame. */
export interface AdminReason {
	problem: DeskProblem;
	part?: string;
}

export type DeskProblem =
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
	/** Zones with a leading dot that the profile may serve; null means all. */
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
	/** Sandbox money is marked as such wherever it is shown. */
	sandbox: boolean;
	apiEnabled: boolean;
	/** The live token by its last four characters. */
	token: { lastFour: string; issuedAt: Date } | null;
	whitelist: string[];
	webhook: {
		url: string | null;
		enabled: boolean;
		/** When a rotated secret begins to sign by itself; null while no rotation runs. */
		rotation: { usedFrom: Date } | null;
	};
	defaults: DefaultConfig;
	/** What the built-in preset stands for. */
	ownNameservers: readonly string[];
	presets: NameserverPreset[];
	edgeProfiles: EdgeProfile[];
}

export interface AdminPrice {
	/** With a leading dot. */
	zone: string;
	registerCents: number;
	renewCents: number;
	premium?: boolean;
}

export interface AdminDomain {
	userId: number;
	domain: string;
	status: "registered" | "blocked" | "expired";
	expiresAt: Date;
	chargedCents: number;
}
