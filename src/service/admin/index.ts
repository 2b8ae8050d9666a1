import type { AdminAccount, AdminDomain, AdminResult, ServiceAdmin } from "../../contract/admin.ts";
import type { Tx } from "../../postgres/connect.ts";
import type { Vault } from "../../vault/index.ts";
import type { Deliverer } from "../../webhooks/deliver.ts";
import type { Targets } from "../../webhooks/guard.ts";
import type { Signal } from "../monitoring.ts";
import type { Trade } from "../orders/place.ts";
import * as account from "./account.ts";
import { callOnce, outcome } from "./calls.ts";
import * as settings from "./settings.ts";
import { showAccount } from "./show.ts";
import * as trading from "./trade.ts";
import * as webhook from "./webhook.ts";

interface Deps extends Trade {
	vault: Vault;
	deliverer: Deliverer;
	targets: Targets;
}

/** Creates the admin interface on the service's database. */
export function createAdmin(deps: Deps): ServiceAdmin {
	const { db, vault, deliverer, targets } = deps;

	/** Changes a setting and returns the account as it is afterwards. */
	function set(key: string, call: readonly [string, number, ...unknown[]], work: (tx: Tx) => Promise<unknown>) {
		return outcome(async (): Promise<AdminAccount> => {
			await callOnce(deps, key, call, async (tx) => {
				await work(tx);
				return null;
			});
			return await showAccount(db, call[1]);
		});
	}

	/** Makes a change whose result is stored with its key. */
	function make<Memo, Value>(
		key: string,
		call: readonly unknown[],
		work: (tx: Tx) => Promise<Memo>,
		present: (memo: Memo) => Value | Promise<Value>,
	): Promise<AdminResult<Value>> {
		return outcome(async () => await present(await callOnce(deps, key, call, work)));
	}

	function signal(key: string, domain: string, what: Signal): Promise<AdminResult<AdminDomain>> {
		const call = ["signal", domain, what];
		const apply = (tx: Tx) => trading.signal(tx, deps, domain, what);
		return make(key, call, apply, (memo) => trading.showDomain(deps, memo));
	}

	return {
		openAccount: (key, input) =>
			make(
				key,
				["openAccount", input],
				(tx) => account.openAccount(tx, input),
				(memo) => memo,
			),
		issueToken: (key, userId) =>
			make(
				key,
				["issueToken", userId],
				(tx) => account.issueToken(tx, userId),
				(memo) => memo,
			),
		setApi: (key, userId, enabled) =>
			set(key, ["setApi", userId, enabled], (tx) => account.setApi(tx, userId, enabled)),
		setWhitelist: (key, userId, addresses) =>
			set(key, ["setWhitelist", userId, addresses], (tx) => account.setWhitelist(tx, userId, addresses)),
		editWhitelist: (key, userId, change) =>
			set(key, ["editWhitelist", userId, change], (tx) => account.editWhitelist(tx, userId, change)),
		credit: (key, userId, cents, note) =>
			set(key, ["credit", userId, cents, note], (tx) => account.credit(tx, userId, cents, note)),

		setWebhook: (key, userId, input) =>
			make(
				key,
				["setWebhook", userId, input],
				(tx) => webhook.setWebhook(tx, vault, targets, userId, input),
				async ({ secret }) => ({ account: await showAccount(db, userId), secret }),
			),
		setWebhookEnabled: (key, userId, enabled) =>
			set(key, ["setWebhookEnabled", userId, enabled], (tx) => webhook.setWebhookEnabled(tx, userId, enabled)),
		rotateWebhookSecret: (key, userId) =>
			make(
				key,
				["rotateWebhookSecret", userId],
				(tx) => webhook.rotateSecret(tx, vault, userId),
				({ secret, usedFrom }) => ({ secret, usedFrom: new Date(usedFrom) }),
			),
		useWebhookSecret: (key, userId) =>
			set(key, ["useWebhookSecret", userId], (tx) => webhook.useNextSecret(tx, userId)),
		testWebhook: (userId) => outcome(() => webhook.testWebhook(db, vault, deliverer, userId)),

		savePreset: (key, userId, preset) =>
			set(key, ["savePreset", userId, preset], (tx) => settings.savePreset(tx, userId, preset)),
		removePreset: (key, userId, presetKey) =>
			set(key, ["removePreset", userId, presetKey], (tx) => settings.removePreset(tx, userId, presetKey)),
		saveEdgeProfile: (key, userId, profile) =>
			set(key, ["saveEdgeProfile", userId, profile], (tx) => settings.saveEdgeProfile(tx, userId, profile)),
		removeEdgeProfile: (key, userId, profileKey) =>
			set(key, ["removeEdgeProfile", userId, profileKey], (tx) => settings.removeEdgeProfile(tx, userId, profileKey)),
		setDefaults: (key, userId, defaults) =>
			set(key, ["setDefaults", userId, defaults], (tx) => settings.setDefaults(tx, userId, defaults)),
		setPrice: (key, price) =>
			make(
				key,
				["setPrice", price],
				(tx) => settings.setPrice(tx, price),
				(memo) => memo,
			),

		register: (key, userId, domain, years) => outcome(() => trading.register(deps, key, userId, domain, years)),
		renew: (key, userId, domain, years) => outcome(() => trading.renew(deps, key, userId, domain, years)),
		block: (key, domain, reason = "operator") => signal(key, domain, { blocked: true, reason }),
		unblock: (key, domain) => signal(key, domain, { blocked: false }),
		show: (userId) => outcome(() => showAccount(db, userId)),
	};
}
