import { SesError } from './errors.ts';
import type { ActionContext } from './sending.ts';
import type { XmlValue } from './xml.ts';

/** Configuration sets by name; they hold nothing, because feedback of the sandbox goes the way of the identity. */
export const configurationSetActions: Record<string, (context: ActionContext) => { [name: string]: XmlValue }> = {
  CreateConfigurationSet: ({ parameters, store }) => {
    const name = parameters.get('ConfigurationSet.Name');
    const { configurationSets } = store.state();
    if (configurationSets.includes(name)) {
      const message = `Configuration set <${name}> already exists.`;
      throw new SesError('ConfigurationSetAlreadyExists', message, { details: { ConfigurationSetName: name } });
    }
    store.setConfigurationSets([...configurationSets, name]);
    return {};
  },
  DescribeConfigurationSet: ({ parameters, store }) => {
    const name = parameters.get('ConfigurationSetName');
    assertConfigurationSet(store, name);
    return { ConfigurationSet: { Name: name } };
  },
  ListConfigurationSets: ({ store }) => ({
    ConfigurationSets: store.state().configurationSets.map((Name) => ({ Name })),
  }),
  DeleteConfigurationSet: ({ parameters, store }) => {
    const name = parameters.get('ConfigurationSetName');
    assertConfigurationSet(store, name);
    store.setConfigurationSets(store.state().configurationSets.filter((known) => known !== name));
    return {};
  },
};

/** A send may name no set, or one that there is. */
export function assertConfigurationSet(store: ActionContext['store'], name: string | undefined): void {
  if (name === undefined || store.state().configurationSets.includes(name)) return;
  const message = `Configuration set <${name}> does not exist.`;
  throw new SesError('ConfigurationSetDoesNotExist', message, { details: { ConfigurationSetName: name } });
}
