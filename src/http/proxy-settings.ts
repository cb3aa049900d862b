/** Proxies by the scheme of the API URL, and the hosts without one (`NO_PROXY`). */
export interface ProxySettings {
  readonly http: string | undefined;
  readonly https: string | undefined;
  readonly none: string | undefined;
}
