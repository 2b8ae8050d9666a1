import type { AdminReason } from "../../contract/admin.ts";
import type { AccountSummary } from "../account/types.ts";
import type { Actor } from "../actor.ts";
import type { Trouble } from "../trouble.ts";

/** The account as its owner sees it through the admin port. */
export interface Profile {
	userId: number;
	balanceCents: number;
	sandbox: boolean;
	apiEnabled: boolean;
	token: { lastFour: string; issuedAt: Date } | null;
	whitelist: readonly string[];
	webhook: {
		url: string | null;
		/** True if the address is this bot's own. */
		ours: boolean;
		enabled: boolean;
		/** When a rotated secret starts to sign automatically. */
		newSecretFrom: Date | null;
	};
	defaults: { nameserverPresetKey: string | null; edgeProfileKey: string | null; defaultTtl: number | null };
	presets: readonly { key: string; nameservers: readonly string[] }[];
	edgeProfiles: readonly { key: string; enabled: boolean; zones: readonly string[] | null }[];
}

/** Data for a guide: the bot's addresses for the whitelist, and the URL that would receive this account's events. */
export interface Guide {
	/** If the account is managed elsewhere, without the addresses that the service's whitelist already has. */
	addresses: readonly string[];
	receiverUrl: string | null;
	/** True if the service's whitelist has all of the bot's addresses. */
	admitted: boolean;
	/** True if an event of the account has arrived here. */
	heard: boolean;
	/** True if the secret that signs the events is stored here. */
	secretKept: boolean;
	/**
	 * The party that manages the account. `at_service`: the person, at the service. `by_other`: the account's owner
	 * in this bot. `by_nobody`: no one yet, for an account of the built-in service that its operator opened.
	 */
	managed: "at_service" | "by_other" | "by_nobody";
}

export type ProfileResult =
	| { kind: "owned"; profile: Profile; guide: Guide }
	/** An external service or a pasted token: this bot can read everything but change nothing. */
	| { kind: "read_only"; account: AccountSummary; guide: Guide }
	| Trouble;

/**
 * `everyone`: the whole internet may call. `last_address`: no address may call. `own_address`: this bot may not call.
 * `old_token`: programs that use it stop. `api_off`: all programs stop, and this bot too. `default_preset`,
 * `default_edge`: new domains no longer get it. `default_edge_off`, `default_edge_zones`: orders that rely on it
 * fail, either all of them or those under a TLD that it loses.
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

/** The previous value under the key of a preset or a profile: servers, or TLDs. Null TLDs mean all. */
export interface Replaced {
	key: string;
	was: readonly string[] | null;
	isDefault: boolean;
}

export type ChangeResult =
	/**
	 * `unsold`: TLDs of a profile that the service does not sell. `networks`: the whitelist now admits more than the
	 * address that was sent.
	 */
	| {
			kind: "changed";
			profile: Profile;
			replaced?: Replaced;
			unsold?: readonly string[];
			networks?: readonly string[];
	  }
	/** The risk is high: ask again, and call again with `sure`. */
	| { kind: "ask_twice"; doubt: ProfileDoubt }
	/** `message`: the admin port's own text, in English. `reason`: set if the bot has a better text. */
	| { kind: "refused"; code: string; message: string; reason?: AdminReason }
	/** Only the person who opened the account here manages it, never the holder of a pasted token. */
	| { kind: "not_owner" }
	| Trouble;

/** A secret that is shown once and stored nowhere that a person could read it. */
export type SecretResult =
	| { kind: "shown_once"; secret: string; profile: Profile }
	| Exclude<ChangeResult, { kind: "changed" }>;

/** A person who pressed a button. */
export interface Pressed extends Actor {
	/** Identifies the rendered button. A second press changes nothing more and shows the same secret again. */
	press?: string | undefined;
}
