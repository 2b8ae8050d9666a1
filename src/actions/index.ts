import { low } from "./account/balance.ts";
import { overview } from "./account/overview.ts";
import { read as readAccount } from "./account/read.ts";
import type { Actor } from "./actor.ts";
import { knownTag, label, mute, mutes, reportsBlocks, unmute } from "./alert/mute.ts";
import { boardActions } from "./board/index.ts";
import { assignOwner } from "./connection/assign-owner.ts";
import { connect } from "./connection/connect.ts";
import { disconnect } from "./connection/disconnect.ts";
import { current, list as listConnections } from "./connection/list.ts";
import { openSandbox } from "./connection/open-sandbox.ts";
import { dismissed, newcomer, removeMember } from "./connection/remove-member.ts";
import { switchTo } from "./connection/switch-to.ts";
import { test } from "./connection/test.ts";
import { list as listDeliveries } from "./delivery/list.ts";
import { bindTo, type Deps } from "./deps.ts";
import { startDigest } from "./digest/open.ts";
import { read as readDigest } from "./digest/read.ts";
import { set as setDigest } from "./digest/set.ts";
import { dnsActions } from "./dns/index.ts";
import { card } from "./domain/card.ts";
import { incident } from "./domain/incident.ts";
import { facets, noteCount, notes, tag, tags, untag, writeNote } from "./domain/notes.ts";
import { owned, portfolio } from "./domain/portfolio.ts";
import { plan as planEdge } from "./edge/plan.ts";
import { get as getEvent } from "./event/get.ts";
import { createReceive } from "./event/receive.ts";
import { split as splitEvents } from "./event/split.ts";
import * as freezes from "./freeze/freeze.ts";
import { read as readLive, start as startLive } from "./live/start.ts";
import { nameserverActions } from "./nameservers/index.ts";
import { confirm } from "./operation/confirm.ts";
import { lookAgain } from "./operation/look-again.ts";
import { lastQuote, leaveQuotes } from "./operation/quotes.ts";
import * as operations from "./operation/read.ts";
import { recordVerdict } from "./operation/record-verdict.ts";
import { spending } from "./operation/spending.ts";
import { undo } from "./operation/undo.ts";
import { withdraw } from "./operation/withdraw.ts";
import * as prices from "./price/history.ts";
import { list as listPrices } from "./price/list.ts";
import { exportData } from "./privacy/export-data.ts";
import { forget, unfinishedOrders } from "./privacy/forget.ts";
import { issueToken } from "./profile/issue-token.ts";
import { keepSecret } from "./profile/keep-secret.ts";
import { read as readProfile } from "./profile/read.ts";
import * as profileSettings from "./profile/settings.ts";
import { topUp } from "./profile/top-up.ts";
import { rotateSecret, setWebhook, setWebhookEnabled, testWebhook, useSecret } from "./profile/webhook.ts";
import { editWhitelist } from "./profile/whitelist.ts";
import { programActions } from "./program/index.ts";
import { orderProfiles, profileProblem } from "./quote/order-profiles.ts";
import { quoteLines } from "./quote/quote-lines.ts";
import { registerAsBefore } from "./quote/register-as-before.ts";
import { requote, requoteWith } from "./quote/requote.ts";
import type { RegisterLine, RenewLine } from "./quote/types.ts";
import * as autos from "./renewal/auto.ts";
import { lastCheck } from "./renewal/check.ts";
import * as choices from "./renewal/choose.ts";
import { expiring } from "./renewal/expiring.ts";
import { reminder } from "./renewal/reminder.ts";
import { base } from "./search/base.ts";
import { name } from "./search/name.ts";
import { quietHours } from "./settings/quiet-hours.ts";
import { guard, language, read as readSettings, remindBefore, timeZone } from "./settings/settings.ts";
import { setBuy } from "./watch/buy.ts";
import * as watches from "./watch/names.ts";
import * as zones from "./zone/watch.ts";

export type { DeliveryFacts } from "../client/read/deliveries.ts";
export type { DomainFacts } from "../client/read/domains.ts";
export type * from "./account/types.ts";
export type * from "./actor.ts";
export type { BoardEnd } from "./board/add.ts";
export type * from "./board/types.ts";
export type * from "./connection/types.ts";
export type * from "./deps.ts";
export type { Digest } from "./digest/read.ts";
export type { DigestSetting } from "./digest/set.ts";
export type * from "./dns/point-types.ts";
export type * from "./dns/types.ts";
export type { Incident } from "./domain/incident.ts";
export type * from "./domain/types.ts";
export type * from "./edge/types.ts";
export type * from "./event/types.ts";
export type * from "./freeze/types.ts";
export type * from "./live/types.ts";
export type * from "./nameservers/types.ts";
export type { Spending } from "./operation/spending.ts";
export type * from "./operation/types.ts";
export type { PriceHistory, PriceJump, PriceSpan } from "./price/history.ts";
export type { PriceList } from "./price/list.ts";
export type * from "./profile/types.ts";
export type * from "./program/types.ts";
export type * from "./quote/types.ts";
export type * from "./renewal/types.ts";
export type * from "./search/types.ts";
export type { SpendGuard } from "./settings/settings.ts";
export type * from "./trouble.ts";
export type { AvailableName, NameWatch, NameWatches, WantedName } from "./watch/names.ts";
export type * from "./zone/types.ts";

export type Actions = ReturnType<typeof createActions>;

/** Returns all actions, grouped by topic. An expected failure of an action is a result, not an exception. */
export function createActions(deps: Deps) {
	const bind = bindTo(deps);
	return {
		connection: {
			current: bind(current),
			list: bind(listConnections),
			connect: bind(connect),
			openSandbox: bind(openSandbox),
			test: bind(test),
			disconnect: bind(disconnect),
			switchTo: bind(switchTo),
			newcomer: bind(newcomer),
			remove: bind(removeMember),
			dismissed: bind(dismissed),
			give: bind(assignOwner),
		},
		account: { read: bind(readAccount), overview: bind(overview), low: bind(low) },
		search: { name: bind(name), base: bind(base) },
		board: boardActions(bind),
		quote: {
			register: ({ personId, lines }: Actor & { lines: readonly RegisterLine[] }) =>
				quoteLines(deps, personId, "register", lines),
			registerAsBefore: bind(registerAsBefore),
			renew: ({ personId, lines }: Actor & { lines: readonly RenewLine[] }) =>
				quoteLines(deps, personId, "renew", lines),
			again: bind(requote),
			change: bind(requoteWith),
			profiles: bind(orderProfiles),
			profileProblem: bind(profileProblem),
		},
		renewal: {
			expiring: bind(expiring),
			reminder: bind(reminder),
			name: bind(choices.nameOf),
			lastCheck: bind(lastCheck),
			choose: bind(choices.choose),
			quote: bind(choices.quote),
			auto: bind(autos.autoRenewal),
			autos: bind(autos.autoRenewals),
			setAuto: bind(autos.setAutoRenewal),
			asked: bind(autos.autoRenewalQuestion),
		},
		operation: {
			confirm: bind(confirm),
			lastQuote: bind(lastQuote),
			leaveQuotes: bind(leaveQuotes),
			withdraw: bind(withdraw),
			lookAgain: bind(lookAgain),
			decide: bind(recordVerdict),
			undo: bind(undo),
			read: bind(operations.read),
			get: bind(operations.get),
			timeline: bind(operations.timeline),
			operatorAlert: bind(operations.operatorAlert),
			list: bind(operations.list),
			spending: bind(spending),
		},
		domain: {
			portfolio: bind(portfolio),
			owned: bind(owned),
			card: bind(card),
			incident: bind(incident),
			notes: bind(notes),
			noteCount: bind(noteCount),
			writeNote: bind(writeNote),
			tags: bind(tags),
			tag: bind(tag),
			untag: bind(untag),
			facets: bind(facets),
		},
		dns: dnsActions(bind),
		nameservers: nameserverActions(bind),
		live: { start: bind(startLive), read: bind(readLive) },
		zone: {
			toggle: bind(zones.toggle),
			changed: bind(zones.changed),
			accept: bind(zones.accept),
			restore: bind(zones.restore),
		},
		edge: { plan: bind(planEdge) },
		freeze: {
			read: bind(freezes.read),
			get: bind(freezes.get),
			notice: bind(freezes.notice),
			freeze: bind(freezes.freeze),
			end: bind(freezes.end),
			keep: bind(freezes.keep),
		},
		price: { list: bind(listPrices), history: bind(prices.history), jumps: bind(prices.jumps) },
		delivery: { list: bind(listDeliveries) },
		privacy: { exportData: bind(exportData), open: bind(unfinishedOrders), forget: bind(forget) },
		profile: {
			read: bind(readProfile),
			issueToken: bind(issueToken),
			topUp: bind(topUp),
			setApi: bind(profileSettings.setApi),
			editWhitelist: bind(editWhitelist),
			setWebhook: bind(setWebhook),
			setWebhookEnabled: bind(setWebhookEnabled),
			rotateSecret: bind(rotateSecret),
			useSecret: bind(useSecret),
			keepSecret: bind(keepSecret),
			testWebhook: bind(testWebhook),
			setDefaults: bind(profileSettings.setDefaults),
			savePreset: bind(profileSettings.savePreset),
			removePreset: bind(profileSettings.removePreset),
			saveEdgeProfile: bind(profileSettings.saveEdgeProfile),
			removeEdgeProfile: bind(profileSettings.removeEdgeProfile),
		},
		program: programActions(bind),
		digest: { set: bind(setDigest), open: bind(startDigest), read: bind(readDigest) },
		event: { receive: createReceive(deps), get: bind(getEvent), split: bind(splitEvents) },
		alert: {
			mute: bind(mute),
			unmute: bind(unmute),
			mutes: bind(mutes),
			label: bind(label),
			knownTag: bind(knownTag),
			reportsBlocks: bind(reportsBlocks),
		},
		watch: {
			add: bind(watches.add),
			list: bind(watches.list),
			read: bind(watches.read),
			stop: bind(watches.stop),
			available: bind(watches.available),
			setBuy: bind(setBuy),
		},
		settings: {
			read: bind(readSettings),
			language: bind(language),
			timeZone: bind(timeZone),
			guard: bind(guard),
			remindBefore: bind(remindBefore),
			quietHours: bind(quietHours),
		},
	};
}
