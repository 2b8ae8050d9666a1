import { createHash } from "node:crypto";
import type { AdminAccount, AdminReason, AdminResult, ServiceAdmin } from "@domains/contract/admin.ts";
import { isAllowedBy, type ProfileWarning } from "../../rules/profile.ts";
import { type Account, findAccount, raiseAdminSequence } from "../../store/accounts.ts";
import { activeConnection } from "../../store/connections.ts";
import { hasEvents } from "../../store/inbox.ts";
import { hasSecret } from "../../store/secrets.ts";
import { accessTrouble, test } from "../access.ts";
import { read as readAccount } from "../account.ts";
import { unlessFrozen } from "../connection/managed-account.ts";
import type { AccountSummary } from "../connection/types.ts";
import { type Actor, adminOf, type Deps } from "../deps.ts";
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
	/** The account is frozen, and the change would take protection away. */
	| { kind: "frozen" }
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

/** The person's active account, which they own in this bot. `admin`: the service's admin interface for the account. */
export interface Owned {
	kind: "mine";
	admin: ServiceAdmin;
	account: Account;
	userId: number;
}

export async function openOwned(deps: Deps, personId: number): Promise<Owned | { kind: "not_owner" } | Trouble> {
	const connection = await activeConnection(deps.db, personId);
	const account = connection?.account;
	if (!account) return accessTrouble(deps, connection);
	const admin = adminOf(deps, account);
	if (!admin || account.ownerId !== personId) return { kind: "not_owner" };
	return { kind: "mine", admin, account, userId: account.userId };
}

/**
 * Makes an admin call with an idempotency key, so that a repeated call changes nothing. The key contains:
 * - `buttonId` (the button of one message), so that all taps on that button share a key. Without `buttonId`, a counter
 *   of the account that increases after each successful call.
 * - A digest of `call`, so that different calls have different keys.
 */
export async function once<Result extends { kind: string }>(
	deps: Deps,
	{ account }: Owned,
	call: readonly unknown[],
	work: (key: string) => Promise<Result>,
	buttonId?: string,
): Promise<Result> {
	const digest = createHash("sha256").update(JSON.stringify(call)).digest("base64url").slice(0, 22);
	const result = await work(
		`bot:${account.id}:${buttonId === undefined ? account.adminSequence : `press ${buttonId}`}:${digest}`,
	);
	if (result.kind === "done") await raiseAdminSequence(deps.db, account);
	return result;
}

type Rest = [
	call: readonly unknown[],
	work: (key: string, owned: Owned) => Promise<AdminResult<AdminAccount>>,
	options?: { weakens: boolean },
];

/**
 * Changes the person's active account through the service's admin interface, and returns the updated profile. Returns
 * `not_owner` if they do not own the account. `weakens`: the change takes protection away, so a freeze prevents it.
 */
export async function change(
	deps: Deps,
	personId: number,
	...[call, work, { weakens } = { weakens: false }]: Rest
): Promise<ChangeResult> {
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return owned;
	const make = () => once(deps, owned, call, (key) => work(key, owned));
	const result = weakens ? await unlessFrozen(deps, owned.account, make) : await make();
	return result.kind === "done" ? { kind: "changed", profile: await profileOf(deps, owned, result.value) } : result;
}

/**
 * Makes a change that may restore the bot's access to the account. If the stored token did not work before the change,
 * tests it again at once.
 */
export async function changeAccess(deps: Deps, personId: number, ...rest: Rest): Promise<ChangeResult> {
	const result = await change(deps, personId, ...rest);
	if (result.kind !== "changed") return result;
	const connection = await activeConnection(deps.db, personId);
	if (connection && connection.state !== "live") await test(deps, { personId });
	return result;
}

export async function profileOf(deps: Deps, { account }: Owned, shown: AdminAccount): Promise<Profile> {
	const { webhook, ...rest } = shown;
	const known = await findAccount(deps.db, account.id);
	const ours = webhook.url !== null && webhook.url === known?.webhookUrl;
	const newSecretFrom = webhook.rotation?.usedFrom ?? null;
	return { ...rest, webhook: { url: webhook.url, enabled: webhook.enabled, ours, newSecretFrom } };
}

export async function read(deps: Deps, { personId }: Actor): Promise<ProfileResult> {
	const owned = await openOwned(deps, personId);
	if (owned.kind === "trouble") return owned;
	const guide = await guideOf(deps, personId);
	const { addresses } = guide;
	if (owned.kind === "mine") {
		const shown = await owned.admin.show(owned.userId);
		if (shown.kind === "done") return { kind: "owned", profile: await profileOf(deps, owned, shown.value), guide };
	}
	const result = await readAccount(deps, { personId });
	if (result.kind === "account") {
		const isIn = isAllowedBy(result.account.whitelist ?? []);
		// Without configured IP addresses, `missing` is empty, so the whitelist counts as complete. This is right, because
		// the service has just answered the bot.
		const missing = addresses.filter((each) => !isIn(each));
		const admitted = missing.length === 0;
		return { kind: "read_only", account: result.account, guide: { ...guide, addresses: missing, admitted } };
	}
	// `here` makes a screen show a button that opens the profile. This screen is the profile, so it needs no such button.
	return { ...result, here: false };
}

async function guideOf(deps: Deps, personId: number): Promise<Guide> {
	const { db, service } = deps;
	const account = (await activeConnection(db, personId))?.account;
	const { receiverBase, egress: addresses } = service;
	const receiverUrl = receiverBase === null || !account ? null : `${receiverBase}${account.receiverPath}`;
	const secretKept = account ? await hasSecret(db, account) : false;
	const hasEvent = account ? await hasEvents(db, account.id) : false;
	return {
		addresses,
		receiverUrl,
		admitted: false,
		hasEvents: hasEvent,
		secretKept,
		managed: managedBy(deps, account ?? null, personId),
	};
}

function managedBy(deps: Deps, account: Account | null, personId: number): Guide["managed"] {
	if (!account || !adminOf(deps, account) || account.ownerId === personId) return "at_service";
	return account.ownerId === null ? "by_nobody" : "by_other";
}
