import type { Incident } from "../../../actions/index.ts";
import { blockedMs } from "../../../rules/blocks.ts";
import { durationText, footer, nameText, optionalLine, quoted, utcTime } from "../../screens/format.ts";
import { type Html, html, lines, type Part, paragraphs, shorten } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, copy, link, mostCopied, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** The parts of a page about a block, or about a change that was made outside the bot. */
export interface IncidentPage {
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

/** The maximum length of the registrar's reason that the letter quotes. */
const longestReason = 400;

export function incidentView(t: T, incident: Incident, back: Button | undefined): View {
	return pageView(t, incident.state === "blocked" ? blockedPage(t, incident) : endedPage(t, incident), back);
}

export function pageView(
	t: T,
	{ domain, facts, effects = [], checks = [], letter, buttons }: IncidentPage,
	back?: Button,
): View {
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
		buttons: [[...copied, tap(t("button-refresh"), "again")], ...buttons, footer(t, back)],
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
		letter: letterText(t, { domain, userId, since, reason }),
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

/**
 * Returns the letter to the registrar in the person's language. The letter gives the time in UTC, because the person
 * and the registrar may be in different time zones.
 */
function letterText(
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
