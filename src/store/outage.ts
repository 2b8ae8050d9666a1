/** For `actions/`, which imports only types of `postgres/`. */
export { isOutage, throughOutage } from "@domains/kit/postgres/errors.ts";
