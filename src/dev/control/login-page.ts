/** A login: a person chooses who to be. */
import { h, htmlText, type Content } from '../../report/page/html-content.ts';
import type { LoginFacts } from '../../model/traffic/request-facts.ts';
import type { PendingLogin } from '../checks/sessions.ts';
import { devPage, type DevPage } from './dev-page.ts';

const lists = ['groups', 'teams', 'organizations'] as const;

export function loginPage({ providers, by, origin, path }: PendingLogin): DevPage {
  const title = 'Who is it?';
  const field = (name: string, label: string, type = 'text'): Content =>
    h('label', {}, [label, h('input', { name, type, autocomplete: 'off' })]);
  const content: readonly Content[] = [
    h('header', {}, [
      h('h1', {}, title),
      h('p', 'provenance', `${by} asks for a login at ${origin}${path}. No provider is asked.`),
    ]),
    h('main', {}, [
      h('form', { class: 'login', method: 'post' }, [
        h('label', {}, [
          'Provider',
          h(
            'select',
            { name: 'provider' },
            providers.map((provider) => h('option', { value: provider }, provider)),
          ),
        ]),
        field('email', 'E-mail', 'email'),
        field('name', 'Name'),
        field('groups', 'Groups, with commas'),
        field('teams', 'Teams, such as example/on-call'),
        field('organizations', 'Organizations'),
        h('button', { type: 'submit' }, 'Log in'),
      ]),
    ]),
  ];
  // A browser checks the page that a form leads to as well.
  return devPage({ title, body: [htmlText(content)], allow: { 'form-action': `'self' ${origin}` } });
}

/** The facts of a form; what is empty is left out, but for lists, of which empty means none. */
export function loginOf({ providers }: PendingLogin, form: URLSearchParams): LoginFacts {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  const provider = providers.find((known) => known === text('provider')) ?? providers[0];
  return {
    ...(provider === undefined ? {} : { provider }),
    ...Object.fromEntries(
      ['email', 'name'].flatMap((name) => (text(name) === '' ? [] : [[name, text(name)] as const])),
    ),
    ...Object.fromEntries(
      lists.map((name) => [
        name,
        text(name)
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== ''),
      ]),
    ),
  };
}
