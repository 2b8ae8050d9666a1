/** For `actions/`, which imports only types of `postgres/`. */
export { isOutage, throughOutage } from "../postgres/outage.ts";
