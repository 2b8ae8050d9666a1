import { isAllowedBy } from "../../../rules/whitelist.ts";
import { type Html, html, lines, shorten } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, inRows, tap, type View } from "../../screens/view.ts";
import { deliveriesButton, type SectionData, sectionView } from "./section-view.ts";

/**
 * Two whitelist entries fit in one row of buttons if both have at most this number of characters. The longest IPv4
 * networks, such as `198.51.100.128/25`, still fit.
 */
const longestBeside = 18;

export function tokenView(t: T, data: SectionData): View {
	const { profile, changeResult } = data;
	const { token, apiEnabled } = profile;
	const now = token
		? t.html("profile-token-now", { last4: token.lastFour, time: t.time(token.issuedAt) })
		: t.html("profile-token-none");
	const issue = tap(t(token ? "profile-token-reissue" : "profile-token-create"), "issue", { style: "primary" });
	const api = tap(t("profile-api-switch", { on: String(apiEnabled) }), "api", { value: String(!apiEnabled) });
	const parts = [
		t.html("profile-token-title"),
		lines([now, t.html("account-api", { on: String(apiEnabled) })]),
		t.html("profile-token-how"),
	];
	const asked = changeResult.doubt === "api_off" ? [] : [[api]];
	return sectionView(t, data, parts, changeResult.doubt ? asked : [[issue], [api]]);
}

export function whitelistView(t: T, data: SectionData): View {
	const { profile, guide } = data;
	const { whitelist } = profile;
	const missing = guide.addresses.filter((address) => !isAllowedBy(whitelist)(address));
	const isOurs = (entry: string) => guide.addresses.some(isAllowedBy([entry]));
	const listed = whitelist.map((each) =>
		isOurs(each) ? t.html("profile-whitelist-this-bot", { entry: code(each) }) : code(each),
	);
	const parts = [
		t.html("profile-whitelist-title"),
		whitelist.length === 0 ? t.html("account-whitelist-empty") : lines(listed),
		t.html("profile-whitelist-how"),
	];
	// The whitelist has at most fifty entries, so one message has room for a button for each.
	const inRow = whitelist.length > 10 && whitelist.every((each) => each.length <= longestBeside) ? 2 : 1;
	const entries = whitelist.map((each) => tap(`🗑 ${shorten(each, 45)}`, "remove", { value: each }));
	const ours = missing.length > 0 ? [tap(t("profile-whitelist-ours"), "ours", { style: "primary" })] : [];
	return sectionView(t, data, parts, [...inRows(entries, inRow), ours]);
}

export function webhookView(t: T, data: SectionData): View {
	const { profile, guide } = data;
	const { url, ours, enabled, newSecretFrom } = profile.webhook;
	const state = url === null ? "none" : ours ? "ours" : "other";
	const parts = [
		t.html("profile-webhook-title"),
		lines([
			t.html("profile-webhook-now", { state, url: url ?? "" }),
			url !== null && t.html("profile-webhook-on", { on: String(enabled) }),
		]),
		!ours && t.html("profile-webhook-deaf"),
		newSecretFrom && t.html("profile-secret-waits", { time: t.time(newSecretFrom) }),
		t.html("profile-webhook-how"),
	];
	const here =
		!ours && guide.receiverUrl !== null ? [tap(t("profile-webhook-here"), "here", { style: "primary" })] : [];
	const there: Button[][] =
		url === null
			? []
			: [
					[
						tap(t("profile-webhook-switch", { on: String(enabled) }), "enable", { value: String(!enabled) }),
						tap(t("profile-webhook-test"), "test"),
					],
					// Offer to create a secret even if an earlier secret is in use, because the person may have lost the earlier
					// secret.
					[
						...(newSecretFrom ? [tap(t("profile-secret-use"), "use", { style: "primary" })] : []),
						tap(t("profile-secret-new"), "rotate"),
					],
					...(data.changeResult.doubt ? [] : [[tap(t("profile-webhook-remove"), "nowhere", { style: "danger" })]]),
				];
	return sectionView(t, data, parts, [here, ...there, [deliveriesButton(t)]]);
}

function code(text: string): Html {
	return html`<code>${shorten(text, 50)}</code>`;
}
