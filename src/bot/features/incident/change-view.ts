import type { ChangedElsewhere, ZoneRecord } from "../../../actions/index.ts";
import { utcTime } from "../../screens/format.ts";
import { shorten } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { changedLines } from "../../screens/shared/change.ts";
import type { T } from "../../screens/texts.ts";
import { link, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { pageView } from "./view.ts";

/** The maximum number of changed records that `letterText` lists. */
const mostNamed = 10;
const longestValue = 80;

/**
 * Shows what to do about a change that was made outside the bot. `change` is null if the person accepted or undid the
 * change, or deleted the watch of this domain.
 */
export function changeIncidentView(
	t: T,
	change: ChangedElsewhere | null,
	params: ParamsOf<typeof routes.changeIncident>,
): View {
	const { domain } = params;
	const back = link(t("button-back"), routes.changedElsewhere, params);
	if (!change) return pageView(t, { domain, facts: [t.html("elsewhere-settled")], buttons: [] }, back);
	const checks = ["incident-ask-others", "incident-new-secrets", "incident-check-site-change", "incident-restore"];
	return pageView(
		t,
		{
			domain,
			facts: [t.html("incident-changed", { time: t.time(change.answeredAt) }), changedLines(t, change)],
			effects: [change.nameservers ? t.html("incident-changed-servers") : t.html("incident-changed-records")],
			checks: checks.map((key) => t.html(key)),
			letter: letterText(t, change),
			buttons: [
				[
					link(t("domain-dns"), routes.zone, { domain, page: 1 }),
					link(t("domain-servers"), routes.nameservers, { domain }),
				],
				[link(t("profile-token"), routes.profileToken, {})],
			],
		},
		back,
	);
}

/**
 * Returns a letter that reports the change to the registrar. The letter gives the time in UTC, because the person and
 * the registrar may be in different time zones.
 */
function letterText(t: T, { domain, userId, answeredAt, diff, nameservers }: ChangedElsewhere): string {
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
