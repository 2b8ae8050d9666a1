import { low, test } from "./access.ts";
import * as account from "./account.ts";
import * as alerts from "./alert.ts";
import * as boards from "./board/board.ts";
import { resume, stop } from "./board/look-up.ts";
import * as connections from "./connection/connect.ts";
import * as members from "./connection/disconnect.ts";
import { type Actor, bindTo, type Deps } from "./deps.ts";
import * as digests from "./digest.ts";
import * as dnsChecks from "./dns/check.ts";
import * as dns from "./dns/plan.ts";
import * as points from "./dns/points.ts";
import * as templates from "./dns/templates.ts";
import * as zoneFiles from "./dns/zone-file.ts";
import * as domains from "./domain/domains.ts";
import { incident } from "./domain/incident.ts";
import * as notes from "./domain/notes.ts";
import { plan as planEdge } from "./edge.ts";
import { createReceive } from "./event/process.ts";
import * as events from "./event/report.ts";
import * as freezes from "./freeze.ts";
import * as nameservers from "./nameservers.ts";
import { confirm } from "./operation/confirm.ts";
import * as decisions from "./operation/decisions.ts";
import * as operations from "./operation/read.ts";
import * as prices from "./price.ts";
import * as privacy from "./privacy.ts";
import { read as readProfile } from "./profile/profile.ts";
import * as profileSettings from "./profile/settings.ts";
import * as webhook from "./profile/webhook.ts";
import * as programLookups from "./program/look-up.ts";
import * as mandates from "./program/mandates.ts";
import * as proposals from "./program/propose.ts";
import * as again from "./quote/again.ts";
import { quoteLines } from "./quote/orders.ts";
import type { RegisterLine, RenewLine } from "./quote/save-quote.ts";
import * as renewals from "./renewal.ts";
import * as search from "./search.ts";
import * as settings from "./settings.ts";
import * as live from "./watch/live.ts";
import * as watches from "./watch/names.ts";
import * as zones from "./watch/zone.ts";

export type { DeliveryFacts } from "../client/read/account.ts";
export type { DomainFacts } from "../client/read/domains.ts";
export type { Spending } from "./account.ts";
export type { BoardChoice, BoardEnd, BoardFacts, ListedName, TickedNames } from "./board/board.ts";
export type {
	AccountOverview,
	AccountResult,
	AccountSummary,
	Connection,
	ConnectResult,
	LowBalance,
} from "./connection/types.ts";
export type { Counters, Deps, Unreadable } from "./deps.ts";
export type { Digest, DigestSetting } from "./digest.ts";
export type { CheckResult, MailOfDomain } from "./dns/check.ts";
export type { PointPart, PointResult, RestorePoint } from "./dns/points.ts";
export type { TemplateFacts } from "./dns/templates.ts";
export type {
	ChangedElsewhere,
	DnsChange,
	Draft,
	RecordEdit,
	ZoneFileResult,
	ZoneRecord,
	ZoneResult,
} from "./dns/types.ts";
export type { DomainCardResult, DomainNotes, Facets, PortfolioQuery, TagChoice, ZoneWatch } from "./domain/domains.ts";
export type { Incident } from "./domain/incident.ts";
export type { Alert, AlertGroup, AlertTopic } from "./event/report.ts";
export type { FreezeLookup, FreezeNotice, FreezeState } from "./freeze.ts";
export type { Offer } from "./offer.ts";
export type { Change, KnownPresets, Operation, OperationItem, Quote, WhichOperations } from "./operation/types.ts";
export type { PriceHistory, PriceJump, PriceList, PriceSpan } from "./price.ts";
export type { ChangeResult, Guide, Profile, SecretResult } from "./profile/profile.ts";
export type { LogEntry, Mandate, NewMandate, Proposal, Refusal, Refused, WaitingProposal } from "./program/mandates.ts";
export type { OrderSettings } from "./quote/save-quote.ts";
export type { AutoRenewal, DateCheck, Expiring, ExpiringName, Reminder, RenewalChoice } from "./renewal.ts";
export type { NameResult } from "./search.ts";
export type { SpendGuard } from "./settings.ts";
export type { Trouble } from "./trouble.ts";
export type { Live, LiveAnswer } from "./watch/live.ts";
export type { AvailableName, NameWatch, NameWatches, WantedName } from "./watch/names.ts";

export type Actions = ReturnType<typeof createActions>;

/** Returns all actions, grouped by topic. An expected failure of an action is a result, not an exception. */
export function createActions(deps: Deps) {
	const bind = bindTo(deps);
	return {
		connection: {
			current: bind(connections.current),
			list: bind(connections.list),
			connect: bind(connections.connect),
			openSandbox: bind(connections.openSandbox),
			test: bind(test),
			disconnect: bind(members.disconnect),
			switchTo: bind(connections.switchTo),
			newcomer: bind(members.newcomer),
			remove: bind(members.removeMember),
			dismissed: bind(members.dismissed),
			give: bind(connections.assignOwner),
		},
		account: { read: bind(account.read), overview: bind(account.overview), low: bind(low) },
		search: { name: bind(search.name), base: bind(search.base) },
		board: {
			add: bind(boards.add),
			replaceWord: bind(boards.replaceWord),
			end: bind(boards.end),
			read: bind(boards.read),
			quote: bind(boards.quote),
			tick: bind(boards.tick),
			own: bind(boards.own),
			unfinished: bind(boards.unfinished),
			stop: bind(stop),
			resume: bind(resume),
		},
		quote: {
			register: ({ personId, lines }: Actor & { lines: readonly RegisterLine[] }) =>
				quoteLines(deps, personId, "register", lines),
			registerAsBefore: bind(again.registerAsBefore),
			renew: ({ personId, lines }: Actor & { lines: readonly RenewLine[] }) =>
				quoteLines(deps, personId, "renew", lines),
			again: bind(again.requote),
			change: bind(again.requoteWith),
			profiles: bind(again.orderProfiles),
			profileProblem: bind(again.profileProblem),
		},
		renewal: {
			expiring: bind(renewals.expiring),
			reminder: bind(renewals.reminder),
			name: bind(renewals.nameOf),
			lastCheck: bind(renewals.lastCheck),
			choose: bind(renewals.choose),
			quote: bind(renewals.quote),
			auto: bind(renewals.autoRenewal),
			autos: bind(renewals.autoRenewals),
			setAuto: bind(renewals.setAutoRenewal),
			asked: bind(renewals.autoRenewalQuestion),
		},
		operation: {
			confirm: bind(confirm),
			lastQuote: bind(decisions.lastQuote),
			leaveQuotes: bind(decisions.leaveQuotes),
			withdraw: bind(decisions.withdraw),
			lookAgain: bind(decisions.lookAgain),
			decide: bind(decisions.recordVerdict),
			undo: bind(again.undo),
			read: bind(operations.read),
			get: bind(operations.get),
			timeline: bind(operations.timeline),
			operatorAlert: bind(operations.operatorAlert),
			list: bind(operations.list),
			spending: bind(account.spending),
		},
		domain: {
			portfolio: bind(domains.portfolio),
			owned: bind(domains.owned),
			card: bind(domains.card),
			incident: bind(incident),
			notes: bind(notes.notes),
			noteCount: bind(notes.noteCount),
			writeNote: bind(notes.writeNote),
			tags: bind(notes.tags),
			tag: bind(notes.tag),
			untag: bind(notes.untag),
			facets: bind(notes.facets),
		},
		dns: {
			read: bind(dns.read),
			check: bind(dnsChecks.check),
			checkMail: bind(dnsChecks.checkMail),
			plan: bind(dns.plan),
			draft: bind(dns.draft),
			readFile: bind(zoneFiles.readFile),
			importFile: bind(zoneFiles.importFile),
			exportFile: bind(zoneFiles.exportFile),
			templates: bind(templates.templates),
			template: bind(templates.template),
			saveTemplate: bind(templates.saveTemplate),
			deleteTemplate: bind(templates.deleteTemplate),
			applyTemplate: bind(templates.applyTemplate),
			points: bind(points.points),
			point: bind(points.point),
			savePoint: bind(points.savePoint),
			namePoint: bind(points.namePoint),
			deletePoint: bind(points.deletePoint),
			restore: bind(points.restore),
		},
		nameservers: {
			plan: bind(nameservers.plan),
			presets: bind(nameservers.presets),
		},
		live: { start: bind(live.start), read: bind(live.read) },
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
		price: { list: bind(prices.list), history: bind(prices.history), jumps: bind(prices.jumps) },
		delivery: { list: bind(webhook.list) },
		privacy: {
			exportData: bind(privacy.exportData),
			open: bind(privacy.unfinishedOrders),
			forget: bind(privacy.forget),
		},
		profile: {
			read: bind(readProfile),
			issueToken: bind(profileSettings.issueToken),
			topUp: bind(profileSettings.topUp),
			setApi: bind(profileSettings.setApi),
			editWhitelist: bind(profileSettings.editWhitelist),
			setWebhook: bind(webhook.setWebhook),
			setWebhookEnabled: bind(webhook.setWebhookEnabled),
			rotateSecret: bind(webhook.rotateSecret),
			useSecret: bind(webhook.useSecret),
			keepSecret: bind(webhook.keepSecret),
			testWebhook: bind(webhook.testWebhook),
			setDefaults: bind(profileSettings.setDefaults),
			savePreset: bind(profileSettings.savePreset),
			removePreset: bind(profileSettings.removePreset),
			saveEdgeProfile: bind(profileSettings.saveEdgeProfile),
			removeEdgeProfile: bind(profileSettings.removeEdgeProfile),
		},
		program: {
			create: bind(mandates.create),
			list: bind(mandates.list),
			read: bind(mandates.read),
			stop: bind(mandates.stop),
			waiting: bind(mandates.waitingProposals),
			decline: bind(proposals.decline),
			refresh: bind(proposals.refresh),
			authenticate: bind(mandates.authenticate),
			findNames: bind(programLookups.findNames),
			listDomains: bind(programLookups.listDomains),
			getDomain: bind(programLookups.getDomain),
			planDns: bind(programLookups.planDns),
			propose: bind(proposals.propose),
			status: bind(proposals.status),
			explain: bind(mandates.explain),
		},
		digest: { set: bind(digests.set), open: bind(digests.startDigest), read: bind(digests.read) },
		event: { receive: createReceive(deps), get: bind(events.get), split: bind(events.split) },
		alert: {
			mute: bind(alerts.mute),
			unmute: bind(alerts.unmute),
			mutes: bind(alerts.mutes),
			label: bind(alerts.label),
			knownTag: bind(alerts.knownTag),
			reportsBlocks: bind(alerts.reportsBlocks),
		},
		watch: {
			add: bind(watches.add),
			list: bind(watches.list),
			read: bind(watches.read),
			stop: bind(watches.stop),
			available: bind(watches.available),
			setBuy: bind(watches.setBuy),
		},
		settings: {
			read: bind(settings.read),
			language: bind(settings.language),
			timeZone: bind(settings.timeZone),
			guard: bind(settings.guard),
			remindBefore: bind(settings.remindBefore),
			quietHours: bind(settings.quietHours),
		},
	};
}
