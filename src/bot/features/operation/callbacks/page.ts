import { routes } from "../../../routes.ts";
import { to } from "../../../screens/route.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { showOperation } from "../destination.ts";

/** Shows another page of an operation whose items (domains) do not fit in one message. */
export const showPage: CallbackHandler = (ctx, { value }) => {
	const params = routes.operation.parse(ctx.screen?.params);
	if (params) showOperation(ctx, to(routes.operation, { ...params, page: Number(value) }));
	else ctx.show(routes.outdated, {});
};
