import { useRoute, withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { h, nextTick, onMounted, watch } from 'vue';
import { listenToKeys, tidySidebar } from './keyboard.mjs';
import './style.css';

export default {
  extends: theme,
  Layout: {
    setup() {
      const route = useRoute();
      onMounted(() => {
        listenToKeys();
        watch(() => route.path, showInSidebar, { immediate: true, flush: 'post' });
      });
      return () => h(theme.Layout, undefined, { 'not-found': missingPage });
    },
  },
};

/** The entry of the current page, or of the list that has it, is in view; the page itself does not move. */
async function showInSidebar(path) {
  await nextTick();
  tidySidebar();
  const sidebar = document.querySelector('.VPSidebar');
  const links = [...(sidebar?.querySelectorAll('a[href]') ?? [])];
  const entry =
    links.find((link) => link.pathname === path && link.hash === '') ??
    links.find(
      (link) => link.hash === '' && link.pathname.endsWith('/rules/') && path.startsWith(link.pathname),
    );
  if (entry === undefined) return;
  const [inside, around] = [entry.getBoundingClientRect(), sidebar.getBoundingClientRect()];
  if (inside.top < around.top + 80 || inside.bottom > around.bottom)
    sidebar.scrollTop += inside.top - around.top - around.height / 2;
}

function missingPage() {
  return h('main', { class: 'missing' }, [
    h('h1', 'This page does not exist'),
    h('p', [
      'It may have another name now: search for what you need, or see ',
      h('a', { href: withBase('/documentation.html') }, 'all pages'),
      '.',
    ]),
  ]);
}
