import type { AdminAccount, AdminDomain, AdminResult, ServiceAdmin } from "@domains/contract/admin.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import type { Vault } from "@domains/kit/vault.ts";
import type { Signal } from "../monitoring.ts";
import type { Trade } from "../orders/place.ts";
import { storeFact } from "../store/facts.ts";
import type { Deliverer } from "../webhooks/deliver.ts";
import type { Targets } from "../webhooks/guard.ts";
import * as account from "./account.ts";
import { AdminRefusal, callOnce, outcome, showAccount } from "./calls.ts";
import * as settings from "./settings.ts";
import * as trading from "./trade.ts";

interface Deps extends Trade {
	vault: Vault;
	deliverer: Deliverer;
	targets: Targets;
}

const balanceMs = 10_000;
const listMs = 5_000;

/** Uses the database directly instead of the HTTP API. Source: docs/service.md, "Administration". */
export function createAdmin(deps: Deps): ServiceAdmin {
	const { db, registrar, mirror, vault, deliverer, targets } = deps;
	const { remote } = registrar;

	/** A call is refused if its key was used for another `name` or other arguments. */
	function stored<Args extends unknown[], Memo>(name: string, work: (tx: Tx, ...args: Args) => Promise<Memo>) {
		return (key: string, ...args: Args): Promise<AdminResult<Memo>> =>
			outcome(() => callOnce(deps, key, [name, ...args], (tx) => work(tx, ...args)));
	}

	/** Unlike `stored`, a repeated call returns the account's current state. */
	function setting<Args extends unknown[]>(
		name: string,
		work: (tx: Tx, userId: number, ...args: Args) => Promise<void>,
	) {
		return (key: string, userId: number, ...args: Args): Promise<AdminResult<AdminAccount>> =>
			outcome(async () => {
				await callOnce(deps, key, [name, userId, ...args], async (tx) => {
					await work(tx, userId, ...args);
					return null;
				});
				return await showAccount(db, registrar, userId);
			});
	}

	function signal(key: string, domain: string, what: Signal): Promise<AdminResult<AdminDomain>> {
		return outcome(async () => {
			const apply = (tx: Tx) => trading.signal(tx, deps, domain, what);
			return await trading.showDomain(deps, await callOnce(deps, key, ["signal", domain, what], apply));
		});
	}

	const notHere = (message: string) => () =>
		outcome(async () => {
			throw new AdminRefusal("validation_error", message);
		});

	return {
		openAccount: remote
			? (key, input) =>
					outcome(async () => {
						const balanceCents = await remote.balance(AbortSignal.timeout(balanceMs));
						const { whitelist = [] } = input;
						const open = (tx: Tx) => account.openOwner(tx, registrar, balanceCents, whitelist);
						const opened = await callOnce(deps, key, ["openAccount", whitelist], open);
						await storeFact(db, "balance", balanceCents);
						await mirror?.list(opened.userId, AbortSignal.timeout(listMs));
						return opened;
					})
			: stored("openAccount", account.openAccount),
		issueToken: stored("issueToken", account.issueToken),
		setApi: setting("setApi", account.setApi),
		setWhitelist: setting("setWhitelist", account.setWhitelist),
		editWhitelist: setting("editWhitelist", account.editWhitelist),
		credit: remote ? notHere(`Add credit on the website of ${registrar.name}.`) : setting("credit", account.credit),

		setWebhook: (key, userId, input) =>
			outcome(async () => {
				const work = (tx: Tx) => account.setWebhook(tx, vault, targets, userId, input);
				const { secret } = await callOnce(deps, key, ["setWebhook", userId, input], work);
				return { account: await showAccount(db, registrar, userId), secret };
			}),
		setWebhookEnabled: setting("setWebhookEnabled", account.setWebhookEnabled),
		rotateWebhookSecret: (key, userId) =>
			outcome(async () => {
				const work = (tx: Tx) => account.rotateSecret(tx, vault, userId);
				const { secret, usedFrom } = await callOnce(deps, key, ["rotateWebhookSecret", userId], work);
				return { secret, usedFrom: new Date(usedFrom) };
			}),
		useWebhookSecret: setting("useWebhookSecret", account.useNextSecret),
		testWebhook: (userId) => outcome(() => account.testWebhook(db, vault, deliverer, userId)),

		savePreset: setting("savePreset", settings.savePreset),
		removePreset: setting("removePreset", settings.removePreset),
		saveEdgeProfile: setting("saveEdgeProfile", settings.saveEdgeProfile),
		removeEdgeProfile: setting("removeEdgeProfile", settings.removeEdgeProfile),
		setDefaults: setting("setDefaults", settings.setDefaults),
		setPrice: remote ? notHere(`${registrar.name} sets the prices.`) : stored("setPrice", settings.setPrice),
		readerToken: (whitelist) => outcome(() => account.openReader(db, vault, whitelist)),

		register: (key, userId, domain, years) => outcome(() => trading.register(deps, key, userId, domain, years)),
		renew: (key, userId, domain, years) => outcome(() => trading.renew(deps, key, userId, domain, years)),
		block: (key, domain, reason = "operator") => signal(key, domain, { blocked: true, reason }),
		unblock: (key, domain) => signal(key, domain, { blocked: false }),
		show: (userId) => outcome(() => showAccount(db, registrar, userId)),
	};
}
