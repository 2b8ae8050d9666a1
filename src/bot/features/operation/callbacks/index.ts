import type { FeatureDeps } from "../../../feature.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { confirm } from "./confirm.ts";
import { decide } from "./decide.ts";
import { sendFile } from "./file.ts";
import { look } from "./look.ts";
import { openReference } from "./open-reference.ts";
import { showPage } from "./page.ts";
import { requote } from "./requote.ts";
import { showSteps } from "./steps.ts";
import { switchAccount } from "./switch-account.ts";
import { topUp } from "./top-up.ts";
import { undo } from "./undo.ts";
import { withdraw } from "./withdraw.ts";

/** Maps the verbs of an operation's buttons to their handlers. Each handler is in a separate file. */
export function operationCallbacks(deps: FeatureDeps): Record<string, CallbackHandler> {
	return {
		confirm: confirm(deps, { sure: false }),
		/** The second confirmation of a risky quote. */
		sure: confirm(deps, { sure: true }),
		requote: requote(deps),
		topup: topUp(deps),
		undo: undo(deps),
		withdraw: withdraw(deps),
		look: look(deps),
		/** `happened` and `not`: the person reports whether a request with an unclear outcome was executed. */
		happened: decide(deps, { happened: true }),
		not: decide(deps, { happened: false }),
		reference: openReference(deps),
		switch: switchAccount(deps),
		page: showPage,
		file: sendFile,
		steps: showSteps,
	};
}
