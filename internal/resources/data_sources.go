// SPDX-License-Identifier: MPL-2.0

package resources

import "github.com/hashicorp/terraform-plugin-framework/datasource"

// DataSources returns the data sources of a version of the provider.
func DataSources(version string) []func() datasource.DataSource {
	return []func() datasource.DataSource{
		func() datasource.DataSource { return newCheckData(version) },
		newCompositeHealthData,
		newConsumerFailoverData,
		newRoutingData,
		newToleranceData,
	}
}
