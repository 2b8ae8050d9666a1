import type { WatchKind } from "../../store/watches.ts";
import { expiry } from "./expiry.ts";
import type { WatchDeclaration } from "./kind.ts";
import { live } from "./live.ts";
import { name } from "./name.ts";
import { prices } from "./prices.ts";
import { renewal } from "./renewal.ts";
import { zone } from "./zone.ts";

/** Every kind of watch. The section "Adding a watch" in docs/contribute.md lists the steps for a new one. */
export const watchKinds: Readonly<Record<WatchKind, WatchDeclaration>> = { expiry, live, name, prices, renewal, zone };
