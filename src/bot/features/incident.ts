import type { ChangedElsewhere, Incident, ZoneRecord } from "../../actions/index.ts";
import { blockedMs } from "../../rules/blocks.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { durationText, nameText, optionalLine, utcTime } from "../screens/format.ts";
import { type Html, html, lines, type Part, paragraphs, quoted, shorten } from "../screens/html.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import { changedLines } from "../screens/shared/change.ts";
import { notYoursView } from "../screens/shared/domain.ts";
import type { T } from "../screens/texts.ts";
import { type Button, copy, link, mostCopied, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** The maximum number of changed records that `letterText` lists. */
const mostNamed = 10;
const longestValue = 80;
/** The maximum length of the registrar's reason that the letter quotes. */
const longestReason = 400;

/**
 * A page about a domain that was blocked, or was changed outside the bot. It says what is known, what still works and
 * what to check. It also contains a letter that the person can send to the registrar.
 */
export function createIncident({ actions }: FeatureDeps): Feature {
	return feature([
		screen(routes.incident, {
			load: ({ personId, params: { domain, eventId } }) => actions.domain.incident({ personId, domain, eventId }),
			view: (t, found, { params }) =>
				found.kind === "not_yours"
					? notYoursView(t, found.domain, routeRef(routes.incident, params))
					: incidentView(t, found),
			back: ({ domain, from }) => from ?? routeRef(routes.domain, { domain }),
			on: { renew: ({ ctx, value }) => ctx.conversation.enter("renew", value) },
		}),
		screen(routes.changeIncident, {
			// Null is a state of this page: the change is settled.
			load: async ({ personId, params: { watchId } }) => ({
				change: await actions.zone.changed({ personId, watchId }),
			}),
			view: (t, { change }, { params }) => changeIncidentView(t, change, params),
			back: (params) => routeRef(routes.changedElsewhere, params),
		}),
	]);
}

/** The parts of a page about a block, or about a change that was made outside the bot. */
interface IncidentPage {
	domain: string;
	/** What happened, when and why. */
	facts: readonly Part[];
	/** What still works and what does not. */
	effects?: readonly Part[];
	/** What the person can check, one line each. */
	checks?: readonly Html[];
	/** A letter that the person can send to the registrar, as plain text. It only states facts. */
	letter?: string;
	buttons: Button[][];
}

export function incidentView(t: T, incident: Incident): View {
	return pageView(t, incident.state === "blocked" ? blockedPage(t, incident) : endedPage(t, incident));
}

function pageView(t: T, { domain, facts, effects = [], checks = [], letter, buttons }: IncidentPage): View {
	const numbered = checks.map((check, index) => html`${index + 1}. ${check}`);
	// Telegram limits the text that a copy button can copy. A longer letter is shown as code instead, because a tap on
	// code copies it.
	const isCopied = letter !== undefined && letter.length <= mostCopied;
	const parts = [
		lines([nameText(domain), ...facts]),
		lines(effects),
		checks.length > 0 && lines([t.html("incident-checks"), ...numbered]),
		letter !== undefined &&
			lines([t.html("incident-letter"), isCopied ? quoted(letter) : html`<code>${letter}</code>`]),
	];
	const copied = isCopied ? [copy(t("incident-copy"), letter)] : [];
	return {
		text: paragraphs(parts),
		buttons: [[...copied, tap(t("button-refresh"), "again")], ...buttons],
	};
}

function blockedPage(
	t: T,
	{ domain, userId, since, reason, earlier, reportsEnd, unchecked, now }: Incident,
): IncidentPage {
	const lasts = since ? durationText(t, now.getTime() - since.getTime()) : "none";
	return {
		domain,
		facts: [
			t.html("incident-blocked", { time: since ? t.time(since) : "none", duration: lasts }),
			reason === null ? t.html("incident-no-reason") : optionalLine(t, "alert-reason", "reason", reason),
			earlier > 0 && t.html("incident-earlier", { count: earlier }),
			unchecked && t.html("incident-unchecked"),
		],
		effects: [t.html("incident-works"), t.html("incident-locked"), reportsEnd && t.html("domain-blocked-heard")],
		checks: ["incident-check-mail", "incident-check-site", "incident-check-records"].map((key) => t.html(key)),
		letter: blockLetter(t, { domain, userId, since, reason }),
		buttons: [
			[link(t("domain-dns"), routes.zone, { domain, page: 1 }), tap(t("domain-renew"), "renew", { value: domain })],
		],
	};
}

function endedPage(t: T, { domain, state, since, until, reason, earlier, unchecked }: Incident): IncidentPage {
	const ms = blockedMs({ since, until });
	const ended = t.html("incident-ended", { duration: ms === null ? "none" : durationText(t, ms) });
	return {
		domain,
		facts: [
			state === "none" ? t.html("incident-none") : ended,
			since && t.html("incident-from", { time: t.time(since) }),
			until && t.html("incident-until", { time: t.time(until) }),
			optionalLine(t, "alert-reason", "reason", reason),
			earlier > 0 && t.html("incident-earlier", { count: earlier }),
			unchecked && t.html("incident-unchecked"),
		],
		buttons: [],
	};
}

/** The letter is in the language of the person. Times are in UTC, because the registrar may be in another time zone. */
function blockLetter(
	t: T,
	{ domain, userId, since, reason }: Pick<Incident, "domain" | "userId" | "since" | "reason">,
): string {
	return [
		t("incident-letter-domain", { domain, user: String(userId) }),
		...(since ? [t("incident-letter-since", { time: utcTime(since) })] : []),
		reason === null
			? t("incident-letter-no-reason")
			: `${t("incident-letter-reason")} ${shorten(reason, longestReason)}`,
		t("incident-letter-ask"),
	].join("\n");
}

/** `change` is null if the person accepted or undid the change, or deleted the watch of this domain. */
export function changeIncidentView(
	t: T,
	change: ChangedElsewhere | null,
	{ domain }: ParamsOf<typeof routes.changeIncident>,
): View {
	if (!change) return pageView(t, { domain, facts: [t.html("elsewhere-settled")], buttons: [] });
	const checks = ["incident-ask-others", "incident-new-secrets", "incident-check-site-change", "incident-restore"];
	return pageView(t, {
		domain,
		facts: [t.html("incident-changed", { time: t.time(change.answeredAt) }), changedLines(t, change)],
		effects: [change.nameservers ? t.html("incident-changed-servers") : t.html("incident-changed-records")],
		checks: checks.map((key) => t.html(key)),
		letter: changeLetter(t, change),
		buttons: [
			[
				link(t("domain-dns"), routes.zone, { domain, page: 1 }),
				link(t("domain-servers"), routes.nameservers, { domain }),
			],
			[link(t("profile-token"), routes.profileToken, {})],
		],
	});
}

function changeLetter(t: T, { domain, userId, answeredAt, diff, nameservers }: ChangedElsewhere): string {
	const named = [
		...diff.removed.map((record) => `- ${plain(record)}`),
		...diff.changed.map(({ before, after }) => `~ ${plain(before)} -> ${shorten(after.value, longestValue)}`),
		...diff.added.map((record) => `+ ${plain(record)}`),
	];
	const more = named.length - mostNamed;
	return [
		t("incident-letter-domain", { domain, user: String(userId) }),
		t("incident-letter-changed", { time: utcTime(answeredAt) }),
		...(nameservers
			? [t("incident-letter-servers", { before: nameservers.before.join(", "), after: nameservers.after.join(", ") })]
			: []),
		...named.slice(0, mostNamed),
		...(more > 0 ? [t("operation-more", { count: more })] : []),
		t("incident-letter-who"),
	].join("\n");
}

const plain = ({ hostname, type, value }: ZoneRecord): string => `${hostname} ${type} ${shorten(value, longestValue)}`;
