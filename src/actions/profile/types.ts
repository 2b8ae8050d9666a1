import type { AdminReason } from "@domains/contract/admin.ts";
import type { ProfileWarning } from "../../rules/profile-warning.ts";
import type { AccountSummary } from "../account/types.ts";
import type { Actor } from "../actor.ts";
import type { Trouble } from "../trouble.ts";

/** The account as its owner in this bot sees it, read through the service's admin interface. */
export interface Profile {
	userId: number;
	balanceCents: number;
	sandbox: boolean;
	apiEnabled: boolean;
	token: { lastFour: string; issuedAt: Date } | null;
	whitelist: readonly string[];
	webhook: {
		url: string | null;
		/** True if the webhook address is that of this bot's receiver. */
		ours: boolean;
		enabled: boolean;
		/**
		 * The time at which the service starts to use the new webhook secret. The owner can start this earlier. Null if no
		 * rotation of the secret is in progress.
		 */
		newSecretFrom: Date | null;
	};
	defaults: { nameserverPresetKey: string | null; edgeProfileKey: string | null; defaultTtl: number | null };
	presets: readonly { key: string; nameservers: readonly string[] }[];
	edgeProfiles: readonly { key: string; enabled: boolean; zones: readonly string[] | null }[];
}

/** Data for the instructions on the profile screen. */
export interface Guide {
	/**
	 * The bot's IP addresses to whitelist. If the person does not manage the account in this bot, contains only those
	 * that the account's whitelist lacks.
	 */
	addresses: readonly string[];
	receiverUrl: string | null;
	/** True if the account's whitelist is known to contain all of the bot's IP addresses. */
	admitted: boolean;
	/** True if this bot has ever received an event of the account. */
	hasEvents: boolean;
	/** True if the bot has stored the secret that signs the account's events. */
	secretKept: boolean;
	/**
	 * Who manages the account. `at_service`: the person, at the service. `by_other`: another person, in this bot.
	 * `by_nobody`: no person yet, because the operator of the built-in service opened the account.
	 */
	managed: "at_service" | "by_other" | "by_nobody";
}

export type ProfileResult =
	| { kind: "owned"; profile: Profile; guide: Guide }
	/**
	 * The person cannot change the account in this bot. It belongs to an external service, or they entered its token
	 * without owning it.
	 */
	| { kind: "read_only"; account: AccountSummary; guide: Guide }
	| Trouble;

/**
 * The earlier value of a preset or edge profile that the change has overwritten. `was`: the nameservers of a preset, or
 * the TLDs of an edge profile (null for all).
 */
export interface Replaced {
	key: string;
	was: readonly string[] | null;
	isDefault: boolean;
}

export type ChangeResult =
	/**
	 * `unsold`: TLDs of the saved edge profile that the service does not sell. `networks`: the networks that the service
	 * stored in a different form. For example, it stores `198.51.100.0/24` for `198.51.100.5/24`.
	 */
	| {
			kind: "changed";
			profile: Profile;
			replaced?: Replaced;
			unsold?: readonly string[];
			networks?: readonly string[];
	  }
	/** A second confirmation is needed. Call again with `sure`. */
	| { kind: "ask_twice"; warning: ProfileWarning }
	/**
	 * `message`: the refusal in English, as the service's admin interface returned it. `reason`: set if the bot has its
	 * own text for this refusal.
	 */
	| { kind: "refused"; code: string; message: string; reason?: AdminReason }
	/** The person does not own the account in this bot. Knowing the account's token is not enough. */
	| { kind: "not_owner" }
	| Trouble;

/** A new secret, to be shown once. The bot stores it nowhere that a person can read. */
export type SecretResult =
	| { kind: "shown_once"; secret: string; profile: Profile }
	| Exclude<ChangeResult, { kind: "changed" }>;

export interface ByButton extends Actor {
	/**
	 * Identifies the button as it was rendered. A second tap on the same button changes nothing more and returns the
	 * same secret.
	 */
	buttonId?: string | undefined;
}
