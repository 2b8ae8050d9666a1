import type { AdminReason } from "../../contract/admin.ts";
import type { AccountSummary } from "../account/types.ts";
import type { Actor } from "../actor.ts";
import type { Trouble } from "../trouble.ts";

/** The account as its owner in this bot sees it, read through the admin port. */
export interface Profile {
	userId: number;
	balanceCents: number;
	sandbox: boolean;
	apiEnabled: boolean;
	token: { lastFour: string; issuedAt: Date } | null;
	whitelist: readonly string[];
	webhook: {
		url: string | null;
		/** True if the webhook address is this bot's. */
		ours: boolean;
		enabled: boolean;
		/** The time at which a rotated secret starts to sign automatically; null if none is planned. */
		newSecretFrom: Date | null;
	};
	defaults: { nameserverPresetKey: string | null; edgeProfileKey: string | null; defaultTtl: number | null };
	presets: readonly { key: string; nameservers: readonly string[] }[];
	edgeProfiles: readonly { key: string; enabled: boolean; zones: readonly string[] | null }[];
}

/**
 * Data for the instructions on the profile screen: addresses for the whitelist, and the URL that would receive this
 * account's events.
 */
export interface Guide {
	/** The addresses to whitelist. For an account managed elsewhere, only those that are missing in the whitelist. */
	addresses: readonly string[];
	receiverUrl: string | null;
	/** True if the account's whitelist contains all of the bot's addresses. */
	admitted: boolean;
	/** True if this bot has received an event of the account. */
	heard: boolean;
	/** True if the secret that signs the events is stored here. */
	secretKept: boolean;
	/**
	 * Who manages the account. `at_service`: the person, at the service. `by_other`: another person, in this bot.
	 * `by_nobody`: no person yet, because the operator of the built-in service opened the account.
	 */
	managed: "at_service" | "by_other" | "by_nobody";
}

export type ProfileResult =
	| { kind: "owned"; profile: Profile; guide: Guide }
	/** The bot cannot change the account: it belongs to an external service, or the token was pasted. */
	| { kind: "read_only"; account: AccountSummary; guide: Guide }
	| Trouble;

/**
 * The effect that needs a second confirmation. `everyone`: the whole internet may call. `last_address`: no address may
 * call. `own_address`: this bot may not call. `old_token`: programs with the old token stop. `api_off`: all programs
 * and this bot stop. `default_preset`, `default_edge`: new domains no longer get it. `default_edge_off`,
 * `default_edge_zones`: orders that rely on the default profile fail, for all TLDs or for the removed ones.
 */
export type ProfileDoubt =
	| "everyone"
	| "last_address"
	| "own_address"
	| "old_token"
	| "api_off"
	| "default_preset"
	| "default_edge"
	| "default_edge_off"
	| "default_edge_zones";

/** The value that a saved preset or edge profile replaced: its servers, or its TLDs (null for all). */
export interface Replaced {
	key: string;
	was: readonly string[] | null;
	isDefault: boolean;
}

export type ChangeResult =
	/**
	 * `unsold`: TLDs of a profile that the service does not sell. `networks`: networks that the service widened from the
	 * sent addresses.
	 */
	| {
			kind: "changed";
			profile: Profile;
			replaced?: Replaced;
			unsold?: readonly string[];
			networks?: readonly string[];
	  }
	/** A second confirmation is needed. Call again with `sure`. */
	| { kind: "ask_twice"; doubt: ProfileDoubt }
	/** `message`: the admin port's own text, in English. `reason`: set if the bot has a better text for it. */
	| { kind: "refused"; code: string; message: string; reason?: AdminReason }
	/** Only the person who owns the account in this bot manages it. A pasted token is not enough. */
	| { kind: "not_owner" }
	| Trouble;

/** A secret to show once. It is stored nowhere that a person can read. */
export type SecretResult =
	| { kind: "shown_once"; secret: string; profile: Profile }
	| Exclude<ChangeResult, { kind: "changed" }>;

/** A person who pressed a button. */
export interface Pressed extends Actor {
	/** Identifies the button as it was rendered. A second press changes nothing more and returns the same secret. */
	press?: string | undefined;
}
