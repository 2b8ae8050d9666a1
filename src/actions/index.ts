import { low } from "./account/low-balance.ts";
import { overview } from "./account/overview.ts";
import { read as readAccount } from "./account/read.ts";
import type { Actor } from "./actor.ts";
import { label, mute, mutes, unmute } from "./alert/mute.ts";
import { add as addToBoard, end as boardEnd } from "./board/add.ts";
import { resume, stop } from "./board/move.ts";
import { quote as quoteBoard, read as readBoard } from "./board/read.ts";
import { assignOwner } from "./connection/assign-owner.ts";
import { connect } from "./connection/connect.ts";
import { disconnect } from "./connection/disconnect.ts";
import { current, list as listConnections } from "./connection/list.ts";
import { openSandbox } from "./connection/open-sandbox.ts";
import { dismissed, newcomer, removeMember } from "./connection/remove-member.ts";
import { switchTo } from "./connection/switch-to.ts";
import { test } from "./connection/test.ts";
import { list as listDeliveries } from "./delivery/list.ts";
import type { Deps } from "./deps.ts";
import { applyPreset } from "./dns/apply-preset.ts";
import { importFile } from "./dns/import-file.ts";
import { plan as planRecords } from "./dns/plan.ts";
import { exportFile, read as readZone } from "./dns/read.ts";
import { restore, restorePoints } from "./dns/restore.ts";
import { card } from "./domain/card.ts";
import { facets, notes, tag, tags, untag, writeNote } from "./domain/notes.ts";
import { portfolio } from "./domain/portfolio.ts";
import { plan as planEdge } from "./edge/plan.ts";
import { get as getEvent } from "./event/get.ts";
import { createReceive } from "./event/receive.ts";
import { plan as planNameservers } from "./nameservers/plan.ts";
import { presets } from "./nameservers/presets.ts";
import { confirm } from "./operation/confirm.ts";
import { lookAgain } from "./operation/look-again.ts";
import { leaveQuotes, quotes } from "./operation/quotes.ts";
import {
	get as getOperation,
	list as listOperations,
	read as readOperation,
	referenceOf,
	timeline,
} from "./operation/read.ts";
import { recordVerdict } from "./operation/record-verdict.ts";
import { spending } from "./operation/spending.ts";
import { undo } from "./operation/undo.ts";
import { withdraw } from "./operation/withdraw.ts";
import { list as listPrices } from "./price/list.ts";
import { exportData } from "./privacy/export-data.ts";
import { forget, open as openOperations } from "./privacy/forget.ts";
import { issueToken } from "./profile/issue-token.ts";
import { keepSecret } from "./profile/keep-secret.ts";
import { read as readProfile } from "./profile/read.ts";
import {
	removeEdgeProfile,
	removePreset,
	saveEdgeProfile,
	savePreset,
	setApi,
	setDefaults,
} from "./profile/settings.ts";
import { topUp } from "./profile/top-up.ts";
import { rotateSecret, setWebhook, setWebhookEnabled, testWebhook, useSecret } from "./profile/webhook.ts";
import { editWhitelist } from "./profile/whitelist.ts";
import { quoteBatch } from "./quote/quote-batch.ts";
import { quoteSingle } from "./quote/quote-single.ts";
import { registerAsBefore } from "./quote/register-as-before.ts";
import { requote, requoteBatch } from "./quote/requote.ts";
import type { RegisterDraft, RenewDraft } from "./quote/types.ts";
import { base } from "./search/base.ts";
import { name } from "./search/name.ts";
import { guard, language, read as readSettings, timeZone } from "./settings/settings.ts";

export type { DeliveryFacts } from "../client/read/deliveries.ts";
export type { DomainFacts } from "../client/read/domains.ts";
export type { ZoneFacts } from "../client/read/zones.ts";
export type { DomainNotes, Facets } from "../store/domain-notes.ts";
export type { OwnedDomain } from "../store/portfolio.ts";
export type { AccountOverview } from "./account/overview.ts";
export type * from "./account/types.ts";
export type * from "./actor.ts";
export type { BoardEnd } from "./board/add.ts";
export type * from "./board/types.ts";
export type * from "./connection/types.ts";
export type * from "./deps.ts";
export type * from "./dns/types.ts";
export type { TagChoice } from "./domain/notes.ts";
export type { PortfolioQuery } from "./domain/portfolio.ts";
export type * from "./domain/types.ts";
export type * from "./edge/types.ts";
export type * from "./event/types.ts";
export type * from "./nameservers/types.ts";
export type { Spending } from "./operation/spending.ts";
export type * from "./operation/types.ts";
export type * from "./profile/types.ts";
export type * from "./quote/types.ts";
export type * from "./search/types.ts";
export type { SpendGuard } from "./settings/settings.ts";
export { createTasks, type Tasks } from "./tasks.ts";
export type * from "./trouble.ts";

export type Actions = ReturnType<typeof createActions>;

/** The actions: functions on plain data, without Telegram. Each result has one of the kinds that its type lists. */
export function createActions(deps: Deps) {
	const bind =
		<Input, Output>(verb: (deps: Deps, input: Input) => Output) =>
		(input: Input): Output =>
			verb(deps, input);
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
			refuse: bind(removeMember),
			dismissed: bind(dismissed),
			give: bind(assignOwner),
		},
		account: { read: bind(readAccount), overview: bind(overview), low: bind(low) },
		search: { name: bind(name), base: bind(base) },
		board: {
			add: bind(addToBoard),
			end: bind(boardEnd),
			read: bind(readBoard),
			quote: bind(quoteBoard),
			stop: bind(stop),
			resume: bind(resume),
		},
		quote: {
			register: ({ personId, draft }: Actor & { draft: RegisterDraft }) =>
				quoteSingle(deps, personId, "register", draft),
			registerAsBefore: bind(registerAsBefore),
			renew: ({ personId, draft }: Actor & { draft: RenewDraft }) => quoteSingle(deps, personId, "renew", draft),
			registerMany: ({ personId, drafts }: Actor & { drafts: readonly RegisterDraft[] }) =>
				quoteBatch(deps, personId, "register", drafts),
			renewMany: ({ personId, drafts }: Actor & { drafts: readonly RenewDraft[] }) =>
				quoteBatch(deps, personId, "renew", drafts),
			again: bind(requote),
			againMany: bind(requoteBatch),
		},
		operation: {
			confirm: bind(confirm),
			quotes: bind(quotes),
			leaveQuotes: bind(leaveQuotes),
			withdraw: bind(withdraw),
			lookAgain: bind(lookAgain),
			decide: bind(recordVerdict),
			undo: bind(undo),
			read: bind(readOperation),
			get: bind(getOperation),
			timeline: bind(timeline),
			referenceOf: bind(referenceOf),
			list: bind(listOperations),
			spending: bind(spending),
		},
		domain: {
			portfolio: bind(portfolio),
			card: bind(card),
			notes: bind(notes),
			writeNote: bind(writeNote),
			tags: bind(tags),
			tag: bind(tag),
			untag: bind(untag),
			facets: bind(facets),
		},
		dns: {
			read: bind(readZone),
			plan: bind(planRecords),
			importFile: bind(importFile),
			applyPreset: bind(applyPreset),
			exportFile: bind(exportFile),
			restorePoints: bind(restorePoints),
			restore: bind(restore),
		},
		nameservers: { plan: bind(planNameservers), presets: bind(presets) },
		edge: { plan: bind(planEdge) },
		price: { list: bind(listPrices) },
		delivery: { list: bind(listDeliveries) },
		privacy: { exportData: bind(exportData), open: bind(openOperations), forget: bind(forget) },
		profile: {
			read: bind(readProfile),
			issueToken: bind(issueToken),
			topUp: bind(topUp),
			setApi: bind(setApi),
			editWhitelist: bind(editWhitelist),
			setWebhook: bind(setWebhook),
			setWebhookEnabled: bind(setWebhookEnabled),
			rotateSecret: bind(rotateSecret),
			useSecret: bind(useSecret),
			keepSecret: bind(keepSecret),
			testWebhook: bind(testWebhook),
			setDefaults: bind(setDefaults),
			savePreset: bind(savePreset),
			removePreset: bind(removePreset),
			saveEdgeProfile: bind(saveEdgeProfile),
			removeEdgeProfile: bind(removeEdgeProfile),
		},
		event: { receive: createReceive(deps), get: bind(getEvent) },
		alert: { mute: bind(mute), unmute: bind(unmute), mutes: bind(mutes), label: bind(label) },
		settings: { read: bind(readSettings), language: bind(language), timeZone: bind(timeZone), guard: bind(guard) },
	};
}
