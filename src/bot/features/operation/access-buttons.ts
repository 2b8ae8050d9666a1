import type { Operation } from "../../../actions/index.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, linkInNewMessage, tap } from "../../screens/view.ts";

/**
 * Returns buttons that restore the bot's access to the account. Returns none if the operation does not wait for access.
 */
export function reconnectButtons(t: T, operation: Operation): Button[] {
	const { hold, shut, sandbox } = operation;
	if (hold !== "access" || shut?.refused === "nothing") return [];
	const value = { value: String(shut?.connectionId ?? "") };
	if (shut?.refused === "address") return [tap(t("button-connection-check"), "doctor", { ...value, style: "primary" })];
	// The service also refuses a token while the owner of the account has disabled the API. The bot is not notified when
	// it is enabled again, so offer a button that tests the token.
	const test = shut && !sandbox ? [tap(t("connection-check-test"), "doctor", value)] : [];
	return [...credentialButtons(t, operation), ...test];
}

/**
 * Returns a button that asks for a new token. For a sandbox account, also returns a button to *Profile → API*, where
 * the person can create one. Both open a new message.
 */
export function credentialButtons(t: T, { sandbox }: Operation): Button[] {
	return [...(sandbox ? [linkInNewMessage(t("account-profile"), routes.profile, {})] : []), connect(t)];
}

export function connect(t: T): Button {
	return linkInNewMessage(t("button-connect"), routes.connect, {});
}
