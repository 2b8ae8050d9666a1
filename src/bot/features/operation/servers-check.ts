import type { Quote } from "../../../actions/index.ts";
import { listedName } from "../../screens/format.ts";
import { type Html, html, lines, shorten } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";

type ServersCheck = NonNullable<Quote["servers"]>;

/** The maximum number of warnings about nameservers to show. The screen only counts the remaining ones. */
const mostWarnings = 8;

/**
 * Shows what is wrong with the new nameservers of a plan, and how many of the nameservers and domains were checked.
 * `many`: true if the plan has several domains. Most warnings then name the domains that they concern.
 */
export function serversLines(t: T, { warnings, servers, domains, unlisted }: ServersCheck, many: boolean): Html {
	const rest = warnings.length - mostWarnings;
	return lines([
		...warnings.slice(0, mostWarnings).map((each) => html`⚠️ ${warningText(t, each, many)}`),
		rest > 0 && t.html("operation-more", { count: rest }),
		servers.total > 0 && t.html(coverageKey(servers), { ...servers }),
		many && servers.checked > 0 && t.html("servers-domains", { ...domains, rest: domains.total - domains.checked }),
		unlisted && t.html("servers-unlisted"),
	]);
}

function coverageKey({ checked, total }: ServersCheck["servers"]): string {
	if (checked === 0) return "servers-unchecked";
	return checked < total ? "servers-checked-partly" : "servers-checked";
}

function warningText(t: T, { at, problem, domain, more }: ServersCheck["warnings"][number], many: boolean): Html {
	const server = shorten(at, 60);
	const key = `servers-warning-${problem.replaceAll("_", "-")}`;
	// A nameserver that has no address, or does not answer, is useless for every domain. So these warnings name no
	// domain.
	if (!many || problem === "no_address" || problem === "silent") return t.html(key, { at: server });
	return t.html(`${key}-many`, { at: server, name: listedName(domain), more });
}
