import type { AdminReason } from "../../contract/admin.ts";
import type { AccountSummary } from "../account/types.ts";
import type { Actor } from "../actor.ts";
import type { Trouble } from "../trouble.ts";

/** The account as its owner sees it at the operator's desk. */
export interface Profile {
	userId: number;
	balanceCents: number;
	sandbox: boolean;
	apiEnabled: boolean;
	token: { lastFour: string; issuedAt: Date } | null;
	whitelist: readonly string[];
	webhook: {
		url: string | null;
		/** The address is this bot's own. */
		ours: boolean;
		enabled: boolean;
		/** When a rotated secret begins to sign by itself. */
		newSecretFrom: Date | null;
	};
	defaults: { nameserverPresetKey: string | null; edgeProfileKey: string | null; defaultTtl: number | null };
	presets: readonly { key: string; nameservers: readonly string[] }[];
	edgeProfiles: readonly { key: string; enabled: boolean; zones: readonly string[] | null }[];
}

/** What a guide needs: the bot's own addresses for the whitelist, and where this account's events would be received. */
export interface Guide {
	/** Without those that stand on the whitelist that the service showed, where the account is managed elsewhere. */
	addresses: readonly string[];
	receiverUrl: string | null;
	/** All of the bot's addresses stand on the whitelist that the service showed. */
	admitted: boolean;
	/** An event of the account has come here. */
	heard: boolean;
	/** The secret that signs them is known here. */
	secretKept: boolean;
	/**
	 * Who does all of that: the person, at the service; whoever has the account here; or nobody yet, where it is an
	 * account of the built-in service that its operator opened.
	 */
	managed: "at_service" | "by_other" | "by_nobody";
}

export type ProfileResult =
	| { kind: "owned"; profile: Profile; guide: Guide }
	/** Another service, or a pasted token: everything is read here and changed there. */
	| { kind: "read_only"; account: AccountSummary; guide: Guide }
	| Trouble;

/**
 * `everyone`: the whole internet may call. `last_address`: nobody may any more. `own_address`: this bot may not.
 * `old_token`: programs that use it stop. `api_off`: they all do, and this bot. `default_preset`, `default_edge`: new domains no longer get it.
 * `default_edge_off`, `default_edge_zones`: orders that rely on it fail, all of them or those under an ending that it loses.
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

/** What stood under the key of a preset or a profile and is no more: servers, or endings, of which null means all. */
export interface Replaced {
	key: string;
	was: readonly string[] | null;
	isDefault: boolean;
}

export type ChangeResult =
	/**
	 * `unsold`: endings of a profile under which the service sells nothing. `networks`: what was let in is more than the
	 * address that was sent.
	 */
	| {
			kind: "changed";
			profile: Profile;
			replaced?: Replaced;
			unsold?: readonly string[];
			networks?: readonly string[];
	  }
	/** Much is at stake: ask again, and come back with `sure`. */
	| { kind: "ask_twice"; doubt: ProfileDoubt }
	/** `message` in the desk's own words, which are English; `reason` where there may be better ones. */
	| { kind: "refused"; code: string; message: string; reason?: AdminReason }
	/** Only who opened the account here manages it, never the holder of a pasted token. */
	| { kind: "not_owner" }
	| Trouble;

/** A secret that is shown once and kept nowhere that a person could read it. */
export type SecretResult =
	| { kind: "shown_once"; secret: string; profile: Profile }
	| Exclude<ChangeResult, { kind: "changed" }>;

/** A person who pressed a button. */
export interface Pressed extends Actor {
	/** Names the button as it was drawn: pressed twice it does what it does once, and shows the same secret again. */
	press?: string | undefined;
}

export interface ProfileActions {
	read(input: Actor): Promise<ProfileResult>;
	/** Creates or re-issues the token; this bot uses it at once, and the old one dies. */
	issueToken(
		input: Pressed & { sure?: boolean },
	): Promise<SecretResult | { kind: "short"; balanceCents: number; neededCents: number }>;
	setApi(input: Actor & { enabled: boolean; sure?: boolean }): Promise<ChangeResult>;
	/** Single entries: addresses or networks. */
	editWhitelist(
		input: Actor & { add?: readonly string[]; remove?: readonly string[]; sure?: boolean },
	): Promise<ChangeResult>;
	/** `ours`: this bot's receiver. An address that takes the place of it, or of none, shows a new secret once. */
	setWebhook(input: Actor & { to: { url: string } | "ours" | "nowhere" }): Promise<ChangeResult | SecretResult>;
	setWebhookEnabled(input: Actor & { enabled: boolean }): Promise<ChangeResult>;
	/** First step: a new secret beside the old one, which goes on signing. */
	rotateSecret(input: Pressed): Promise<SecretResult>;
	/** Second step: the new secret signs from now on. */
	useSecret(input: Actor): Promise<ChangeResult>;
	/**
	 * Keeps the secret that a service elsewhere signs this account's events with; the person's one before still counts,
	 * and so do those of everybody else who is connected to it.
	 */
	keepSecret(
		input: Actor & { secret: string },
	): Promise<{ kind: "kept" } | { kind: "malformed" } | { kind: "not_here" } | Trouble>;
	/** Sends one test event to the address. */
	testWebhook(
		input: Actor,
	): Promise<
		| { kind: "tested"; delivered: boolean; statusCode: number; error: string | null }
		| Exclude<ChangeResult, { kind: "changed" }>
	>;
	setDefaults(
		input: Actor & {
			defaults: { nameserverPresetKey?: string | null; edgeProfileKey?: string | null; defaultTtl?: number | null };
		},
	): Promise<ChangeResult>;
	savePreset(input: Actor & { key: string; nameservers: readonly string[] }): Promise<ChangeResult>;
	removePreset(input: Actor & { key: string; sure?: boolean }): Promise<ChangeResult>;
	/** `zones` null serves every zone. */
	saveEdgeProfile(
		input: Actor & { key: string; enabled: boolean; zones: readonly string[] | null; sure?: boolean },
	): Promise<ChangeResult>;
	removeEdgeProfile(input: Actor & { key: string; sure?: boolean }): Promise<ChangeResult>;
}
